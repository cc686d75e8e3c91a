import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export const DAY = 86_400_000;

/** What SQLite itself puts beside a log that is looked at: an index in shared memory, and an empty file. */
const isReadingAid = (path: string, size: number): boolean =>
  path.endsWith('/log.db-shm') || (path.endsWith('/log.db-wal') && size === 0);

/** Every file below a folder with its content and time: equal before and after means nothing was touched. */
export function treeOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const walk = (path: string, name: string): void => {
    const stat = lstatSync(path);
    if (stat.isDirectory()) for (const each of readdirSync(path)) walk(join(path, each), `${name}/${each}`);
    else if (stat.isSymbolicLink()) tree[name] = readlinkSync(path);
    else if (stat.isFile() && !isReadingAid(path, stat.size))
      tree[name] = `${stat.mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  };
  walk(folder, '');
  return tree;
}

/** A file with a time; the text is as compressible as a transcript. */
export function put(path: string, at: number, size = 20_000): string {
  const text = Array.from(
    { length: Math.ceil(size / 60) },
    (_, line) => `{"line":${line},"text":"turn ${line % 7} done by the player"}`,
  ).join('\n');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, at / 1000, at / 1000);
  return text;
}
