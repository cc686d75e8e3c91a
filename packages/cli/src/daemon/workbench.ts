import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Complaint } from '../complaint.ts';
import type { Holder } from '../connection.ts';
import type { Terminal } from '../terminal.ts';

/** The workbench of a running conductor, with the token that lets its owner in. */
export async function workbenchOf(root: string, { url, trouble }: Holder): Promise<string> {
  if (!url) {
    throw trouble
      ? new Complaint(`There is no workbench: ${trouble}`)
      : new Complaint(
          'There is no workbench: it is switched off.',
          'Set `http.enabled: true` in .symphony/symphony.yaml, then start Symphony again.',
        );
  }
  const file = join(root, '.symphony', 'run', 'token');
  try {
    return `${url}/#token=${(await readFile(file, 'utf8')).trim()}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Complaint(
      `The token of the workbench cannot be read: ${file} (${code ?? 'unknown'}).`,
      'Use the account that started Symphony.',
    );
  }
}

/**
 * Where the workbench is, as one line. The token is for a person at a terminal: in a file or a pipe
 * it would stay for others to find.
 */
export function workbenchLine(terminal: Terminal, workbench: string): string {
  const shown =
    terminal.stdout.isTTY === true ? workbench : `${withoutToken(workbench)} (\`symphony open\` lets you in)`;
  return `Workbench  ${shown}`;
}

export const withoutToken = (workbench: string): string => workbench.replace(/\/?#.*$/, '');
