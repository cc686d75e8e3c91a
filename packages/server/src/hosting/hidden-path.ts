import { existsSync } from 'node:fs';
import { homedir } from 'node:os';

/**
 * Inside the sandbox what is hidden is not there. A tool that did not find something that is there
 * outside met the sandbox, and a person wants to know.
 */
export function hiddenPathIn(text: string): string | null {
  if (!/No such file or directory|ENOENT|cannot access/i.test(text)) return null;
  const paths = text.match(/(?:~|(?<![\w.]))\/[^\s'"`:;,()]+/g) ?? [];
  const hidden = paths.find((path) => existsSync(path.replace(/^~/, homedir())));
  return hidden === undefined ? null : `${hidden} is hidden from this run by its sandbox.`;
}
