import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts an item with a script for the rehearsal player on a repository's board. */
export function putItem(repository: string, id: string, title: string, script: readonly string[]): void {
  const folder = join(repository, '.symphony', 'board');
  mkdirSync(folder, { recursive: true });
  const steps = script.map((step) => `  - ${step}`).join('\n');
  writeFileSync(
    join(folder, `${id}.md`),
    `---\ntitle: ${JSON.stringify(title)}\nstate: Todo\nrehearsal:\n${steps}\n---\n`,
  );
}

export const WRITE_AND_COMMIT = (name: string): string[] => [
  'say: I write a file',
  `write: { path: ${name}, text: "x" }`,
  `commit: Add ${name}`,
];
