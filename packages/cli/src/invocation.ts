import { relative } from 'node:path';

/** What a person types to reach a repository from the folder they are in. */
export interface Invocation {
  readonly symphony: string;
  readonly git: string;
}

/** `npm start` names in SYMPHONY_PROGRAM how Symphony is called where it is not installed. */
export function invocationFor(root: string, env: NodeJS.ProcessEnv, from: string): Invocation {
  const path = relative(from, root);
  const at = path === '' ? '' : ` -C ${shellWord(path)}`;
  return { symphony: `${env.SYMPHONY_PROGRAM || 'symphony'}${at}`, git: `git${at}` };
}

const shellWord = (text: string): string =>
  /^[\w./@%+,:=~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
