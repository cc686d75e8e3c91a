import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Melody } from '@symphony/domain';
import type { ExpressionCheck } from './expressions.ts';
import type { FileProblem } from './problem.ts';
import { readYaml } from './yaml.ts';

/** Where a repository keeps its melodies, relative to its top. */
export const MELODY_FOLDER = '.symphony/melodies';

export interface MelodyEntry {
  readonly melody: Melody;
  readonly origin: 'built-in' | 'repository';
  /** Relative to the top of the repository; of a built-in one its own name. */
  readonly file: string;
  /** As it was written, with its comments. */
  readonly text: string;
  /** It stands in the place of a built-in one. */
  readonly replaces: boolean;
}

/** All melodies there are, as they stood when the book was opened. */
export interface MelodyBook {
  /** By name. */
  list(): readonly MelodyEntry[];
  find(name: string): MelodyEntry | null;
  /** What is wrong with which file: such a file is left out, the others are not touched by it. */
  problems(): readonly FileProblem[];
}

export interface MelodyText {
  readonly file: string;
  readonly text: string;
}

const anyExpression: ExpressionCheck = () => null;

export async function openMelodyBook(
  root: string,
  builtIns: readonly MelodyText[],
  expressions: ExpressionCheck = anyExpression,
): Promise<MelodyBook> {
  const { texts, problems } = await readFolder(root);
  return bookOf(builtIns, texts, problems, expressions);
}

function bookOf(
  builtIns: readonly MelodyText[],
  texts: readonly MelodyText[],
  faults: readonly FileProblem[],
  expressions: ExpressionCheck,
): MelodyBook {
  const known = readBuiltIns(builtIns, expressions);
  const entries = new Map(known.entries);
  const problems = [...known.problems, ...faults];
  for (const each of texts) {
    const reading = readYaml(each.text, each.file, expressions);
    if (!reading.ok) {
      problems.push(...reading.problems);
      // What was to stand in a built-in's place keeps the place empty: the other would be a surprise.
      const wanted = nameIn(each);
      if (entries.get(wanted)?.origin === 'built-in') entries.delete(wanted);
      continue;
    }
    const { melody } = reading;
    const before = entries.get(melody.name);
    if (before?.origin === 'repository') problems.push(twice(each.file, melody.name, before.file));
    else entries.set(melody.name, { melody, origin: 'repository', ...each, replaces: before !== undefined });
  }
  const listed = [...entries.values()].sort((a, b) => (a.melody.name < b.melody.name ? -1 : 1));
  return { list: () => listed, find: (name) => entries.get(name) ?? null, problems: () => problems };
}

interface BuiltIns {
  readonly expressions: ExpressionCheck;
  readonly entries: ReadonlyMap<string, MelodyEntry>;
  readonly problems: readonly FileProblem[];
}

/** They do not change while the program runs, and reading them takes longer than all the rest. */
const readBefore = new WeakMap<readonly MelodyText[], BuiltIns>();

function readBuiltIns(texts: readonly MelodyText[], expressions: ExpressionCheck): BuiltIns {
  const before = readBefore.get(texts);
  if (before?.expressions === expressions) return before;
  const entries = new Map<string, MelodyEntry>();
  const problems: FileProblem[] = [];
  for (const each of texts) {
    const reading = readYaml(each.text, each.file, expressions);
    if (!reading.ok) problems.push(...reading.problems);
    else
      entries.set(reading.melody.name, {
        melody: reading.melody,
        origin: 'built-in',
        ...each,
        replaces: false,
      });
  }
  const read = { expressions, entries, problems };
  readBefore.set(texts, read);
  return read;
}

/** The name a file that cannot be read was to have. */
const nameIn = ({ file, text }: MelodyText): string =>
  /^name:\s*["']?([\w-]+)/m.exec(text)?.[1] ?? file.replace(/^.*\//, '').replace(/\.ya?ml$/, '');

const twice = (file: string, name: string, other: string): FileProblem => ({
  file,
  line: 1,
  sentence: `\`${name}\` is the name of the melody in ${other} too.`,
  nextStep: 'Give one of them another name.',
});

async function readFolder(root: string): Promise<{ texts: MelodyText[]; problems: FileProblem[] }> {
  const texts: MelodyText[] = [];
  const problems: FileProblem[] = [];
  for (const name of await namesIn(join(root, MELODY_FOLDER))) {
    const file = `${MELODY_FOLDER}/${name}`;
    if (/\.yml$/i.test(name)) {
      const nextStep = `Rename it to ${name.replace(/\.yml$/i, '.yaml')}.`;
      problems.push({ file, line: null, sentence: 'Only files that end in `.yaml` are read.', nextStep });
    }
    if (!name.endsWith('.yaml')) continue;
    try {
      texts.push({ file, text: await readFile(join(root, file), 'utf8') });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const nextStep = 'Make it a file that you may read.';
      problems.push({ file, line: null, sentence: `It cannot be read: ${code ?? message}.`, nextStep });
    }
  }
  return { texts, problems };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
