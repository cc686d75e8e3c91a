import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Json, type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, filled, text, whole } from '../define.ts';
import type { ChamberGround } from './ground.ts';
import { filesBelow } from './listing.ts';
import { readContent } from './text-file.ts';

const USUAL_LINES = 2_000;
const MOST_CHARACTERS = 100_000;
const LONGEST_LINE = 2_000;
const MOST_ENTRIES = 500;

/** Looking at files: what is there, and what it says. */
export const readingTools = (ground: ChamberGround): Tool[] => [read(ground), list(ground), glob(ground)];

const read = ({ place }: ChamberGround): Tool =>
  defineTool<{ path: string; from?: number; lines?: number }>({
    name: 'files.read',
    description:
      'Reads a text file, whole or a range of its lines. Says the number of lines, and `more: true` when there is more after `to`.',
    permissions: ['read'],
    input: fields({
      path: filled('The file, relative to the folder you work in.'),
      'from?': whole('The first line to read; 1 is the first of the file.', 1, 10_000_000),
      'lines?': whole(`How many lines; ${USUAL_LINES} unless told.`, 1, 20_000),
    }),
    run: async ({ path, from = 1, lines = USUAL_LINES }) => {
      const real = await place.existing(path);
      const shown = place.shown(real);
      const content = await readContent(real, shown);
      if (content.kind === 'binary')
        return { path: shown, binary: true, bytes: content.bytes, text: `${shown} is a binary file.` };
      return { path: shown, bytes: content.bytes, ...linesOf(content.text, from, lines) };
    },
  });

function linesOf(whole: string, from: number, most: number): Record<string, Json> {
  const all = whole.split('\n');
  // What follows the last line's end is no line.
  if (all.at(-1) === '') all.pop();
  const kept: string[] = [];
  let characters = 0;
  for (const line of all.slice(from - 1, from - 1 + most)) {
    const shown = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}… [line cut]` : line;
    characters += shown.length + 1;
    if (characters > MOST_CHARACTERS && kept.length > 0) break;
    kept.push(shown);
  }
  const to = from - 1 + kept.length;
  return {
    text: kept.join('\n'),
    from,
    to,
    lines: all.length,
    ...(to < all.length ? { more: true } : {}),
  };
}

const list = ({ place }: ChamberGround): Tool =>
  defineTool<{ path?: string }>({
    name: 'files.list',
    description: 'Lists what is directly in a folder: folders end with `/`, files carry their size in bytes.',
    permissions: ['read'],
    input: fields({ 'path?': text('The folder; the one you work in unless told.') }),
    run: async ({ path = '.' }) => {
      const real = await place.existing(path);
      const entries = await readdir(real, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOTDIR'
          ? new ToolError(`${path} is a file, not a folder.`, { guidance: 'Read it with files.read.' })
          : error;
      });
      entries.sort((a, b) => a.name.localeCompare(b.name));
      const told = await Promise.all(
        entries
          .filter((entry) => entry.name !== '.git')
          .slice(0, MOST_ENTRIES)
          .map(async (entry): Promise<Json> => {
            if (entry.isDirectory()) return { name: `${entry.name}/` };
            if (entry.isSymbolicLink()) return { name: entry.name, link: true };
            const found = await stat(join(real, entry.name)).catch(() => null);
            return { name: entry.name, ...(found ? { bytes: found.size } : {}) };
          }),
      );
      const left = entries.length - told.length - Number(entries.some((entry) => entry.name === '.git'));
      return { path: place.shown(real), entries: told, ...(left > 0 ? { leftOut: left } : {}) };
    },
  });

const glob = (ground: ChamberGround): Tool =>
  defineTool<{ pattern: string; limit?: number }>({
    name: 'files.glob',
    description:
      'Finds files by their path, for example `src/**/*.test.ts`. What .gitignore names is left out.',
    permissions: ['read'],
    input: fields({
      pattern: filled('A glob over paths relative to the folder you work in.'),
      'limit?': whole(`How many at most; ${MOST_ENTRIES} unless told.`, 1, 5_000),
    }),
    run: async ({ pattern, limit = MOST_ENTRIES }, { signal }) => {
      const { default: picomatch } = await import('picomatch');
      const matches = picomatch(pattern.replace(/^\.\//, ''), { dot: true });
      const found = (await filesBelow(ground, '.', signal)).filter((path) => matches(path)).sort();
      return { files: found.slice(0, limit), found: found.length };
    },
  });
