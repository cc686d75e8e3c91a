import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { ActionOf } from '../script/step.ts';
import { done, failed, type Stage, type StepEnd } from '../stage.ts';

/** Writing the same text twice changes nothing: no record needed. */
export function writeStep(stage: Stage, action: ActionOf<'write'>, text: string): StepEnd {
  const path = placeIn(stage.cwd, action.path);
  if (path === null) return leaves(action.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return done(`wrote ${action.path} (${Buffer.byteLength(text)} bytes)`);
}

/** The size before is recorded: an interrupted append is cut back to it and done again. */
export function appendStep(stage: Stage, action: ActionOf<'append'>, text: string): StepEnd {
  const path = placeIn(stage.cwd, action.path);
  if (path === null) return leaves(action.path);
  mkdirSync(dirname(path), { recursive: true });
  const now = sizeOf(path);
  const { size } = stage.journal.begin('append', () => ({ kind: 'append', size: now }));
  if (now > size) truncateSync(path, size);
  appendFileSync(path, text);
  return done(`appended ${Buffer.byteLength(text)} bytes to ${action.path}`);
}

/** The whole new text is recorded: finding and replacing again in it could change it twice. */
export function editStep(stage: Stage, action: ActionOf<'edit'>, replace: string): StepEnd {
  const path = placeIn(stage.cwd, action.path);
  if (path === null) return leaves(action.path);
  const { begun } = stage.journal.record;
  const before = begun?.kind === 'edit' ? null : readText(path);
  if (before === null && begun === null) return failed(`${action.path} is not there`);
  if (before !== null && !before.includes(action.find))
    return failed(`${action.path} does not hold the text to replace`);
  const { after } = stage.journal.begin('edit', () => ({
    kind: 'edit',
    after: (before ?? '').replace(action.find, () => replace),
  }));
  writeFileSync(path, after);
  return done(`edited ${action.path}`);
}

/** The absolute path, or null when a symlink on the way leads out of the chamber. */
function placeIn(chamber: string, path: string): string | null {
  const root = realpathSync(chamber);
  const full = join(root, path);
  let there = full;
  while (there !== root && !lstatSync(there, { throwIfNoEntry: false })) there = dirname(there);
  const real = realOf(there);
  if (real === null) return null;
  const inside = relative(root, real);
  return inside === '..' || inside.startsWith(`..${sep}`) ? null : full;
}

/** Null for a symlink that leads nowhere: writing through it could create a file anywhere. */
function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const leaves = (path: string): StepEnd => failed(`the path ${path} leaves the chamber through a symlink`);

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const readText = (path: string): string | null =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : null;
