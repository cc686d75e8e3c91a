import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const ITEMS = fileURLToPath(new URL('./board', import.meta.url));

/** Puts the sample's items on a board. They are kept as plain YAML here, where formatters know it. */
export async function writeItems(board: string): Promise<void> {
  await mkdir(board, { recursive: true });
  // One after the other: items of one priority are played in the order of their files' birth.
  for (const name of (await readdir(ITEMS)).sort()) {
    const { description, ...header } = parse(await readFile(join(ITEMS, name), 'utf8'));
    const text = `---\n${stringify(header, { lineWidth: 0 })}---\n\n${description}`;
    await writeFile(join(board, name.replace(/\.yaml$/, '.md')), text);
  }
}
