import { type FilePath, showPath } from '@symphony/adapters/yaml';
import { hideSecrets } from './secret.ts';

/** Where the configuration lives, as people are told of it: relative to the top of the repository. */
export const CONFIG_FILE = '.symphony/symphony.yaml';

/** One thing wrong, or worth knowing, as one plain sentence that ends with the place. */
export interface ConfigProblem {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
}

/** The one place where problems are made: whatever a sentence quotes, a token in it is not repeated. */
export const problemAt = (path: FilePath, line: number | null, sentence: string): ConfigProblem => ({
  path: hideSecrets(showPath(path)),
  line,
  message: `${hideSecrets(sentence)} (${CONFIG_FILE}${line === null ? '' : `:${line}`})`,
});
