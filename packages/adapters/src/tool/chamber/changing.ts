import { type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, filled, text, yesOrNo } from '../define.ts';
import type { ChamberGround } from './ground.ts';
import { replaceIn } from './replacement.ts';
import { readContent, writeContent } from './text-file.ts';

/** Changing files. */
export const changingTools = (ground: ChamberGround): Tool[] => [write(ground), edit(ground)];

const write = ({ place }: ChamberGround): Tool =>
  defineTool<{ path: string; content: string }>({
    name: 'files.write',
    description:
      'Writes a whole file; folders on the way are made. To change a part of a file use files.edit instead.',
    permissions: ['write'],
    input: fields({
      path: filled('The file, relative to the folder you work in.'),
      content: text('All it is to hold.'),
    }),
    run: async ({ path, content }) => {
      const real = await place.writable(path);
      const { created } = await writeContent(real, content);
      return { path: place.shown(real), bytes: Buffer.byteLength(content), created };
    },
  });

const edit = ({ place }: ChamberGround): Tool =>
  defineTool<{ path: string; old: string; new: string; all?: boolean }>({
    name: 'files.edit',
    description:
      'Replaces an exact piece of a text file by another. `old` must stand in it exactly once, blanks and line ends included, unless `all` is set.',
    permissions: ['read', 'write'],
    input: fields({
      path: filled('The file, relative to the folder you work in.'),
      old: filled('What stands there now, with enough around it to be unique.'),
      new: text('What is to stand there.'),
      'all?': yesOrNo('Replace every occurrence.'),
    }),
    run: async ({ path, old, new: replacement, all = false }) => {
      const real = await place.existing(path);
      const shown = place.shown(real);
      const content = await readContent(real, shown);
      if (content.kind === 'binary')
        throw new ToolError(`${shown} is a binary file and cannot be edited as text.`);
      const replaced = replaceIn(content.text, { old, replacement, all });
      if (!replaced.ok)
        throw new ToolError(`${shown} was not changed: ${replaced.why}.`, { guidance: replaced.guidance });
      await writeContent(real, replaced.text);
      return { path: shown, replaced: replaced.lines.length, lines: [...replaced.lines] };
    },
  });
