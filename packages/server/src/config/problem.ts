import { hideSecrets } from './secret.ts';

/** Where the configuration lives, as people are told of it: relative to the top of the repository. */
export const CONFIG_FILE = '.symphony/symphony.yaml';

/** Keys and list places from the top of the file down. */
export type ConfigPath = readonly (string | number)[];

/** One thing wrong, or worth knowing, as one plain sentence that ends with the place. */
export interface ConfigProblem {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
}

/** The one place where problems are made: whatever a sentence quotes, a token in it is not repeated. */
export const problemAt = (path: ConfigPath, line: number | null, sentence: string): ConfigProblem => ({
  path: hideSecrets(showPath(path)),
  line,
  message: `${hideSecrets(sentence)} (${CONFIG_FILE}${line === null ? '' : `:${line}`})`,
});

/** `routes[0].player`. Keys that hold a dot or a space are quoted. */
export function showPath(path: ConfigPath): string {
  let shown = '';
  for (const step of path) {
    if (typeof step === 'number') shown += `[${step}]`;
    else {
      const key = /^[\w-]+$/.test(step) ? step : JSON.stringify(step);
      shown += shown === '' ? key : `.${key}`;
    }
  }
  return shown;
}
