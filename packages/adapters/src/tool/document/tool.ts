import { readFile, stat } from 'node:fs/promises';
import { type Tool, ToolError } from '@symphony/domain';
import { Place } from '../chamber/place.ts';
import { defineTool, fields, filled, whole } from '../define.ts';
import { documentText } from './parse.ts';

const LARGEST_BYTES = 50 * 1024 * 1024;
const USUAL_CHARACTERS = 40_000;

/** Reads documents of a folder, which it does not leave. */
export function documentTool({
  root,
  closed = ['.symphony'],
}: {
  readonly root: string;
  readonly closed?: readonly string[];
}): Tool {
  const place = new Place(root, closed);
  return defineTool<{ path: string; from?: number; characters?: number }>({
    name: 'document.parse',
    description:
      'Reads a document as text: PDF, DOCX, HTML, Markdown, CSV, JSON. Long ones in parts: go on with `from` at `next`.',
    permissions: ['read'],
    input: fields({
      path: filled('The file, relative to the folder you work in.'),
      'from?': whole('The first character to tell; 0 is the first.', 0, 100_000_000),
      'characters?': whole(`How many; ${USUAL_CHARACTERS} unless told.`, 1, 200_000),
    }),
    run: async ({ path, from = 0, characters = USUAL_CHARACTERS }) => {
      const real = await place.existing(path);
      const found = await stat(real);
      if (!found.isFile())
        throw new ToolError(`${path} is no file.`, { guidance: 'files.list tells what is there.' });
      if (found.size > LARGEST_BYTES)
        throw new ToolError(`${path} is larger than ${LARGEST_BYTES / 1024 / 1024} MB.`);
      const { text, ...rest } = await documentText(await readFile(real), { name: real });
      const end = from + characters;
      return {
        path: place.shown(real),
        ...rest,
        text: text.slice(from, end),
        characters: text.length,
        ...(end < text.length ? { next: end } : {}),
      };
    },
  });
}
