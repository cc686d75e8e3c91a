import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '@symphony/domain';
import { readRole } from './read.ts';

/** Where a repository keeps its roles, relative to its top. */
export const ROLE_FOLDER = '.symphony/roles';

export interface RoleEntry {
  readonly role: Role;
  readonly origin: 'built-in' | 'repository';
  /** Relative to the top of the repository; of a built-in one its own name. */
  readonly file: string;
  /** It stands in the place of a built-in one. */
  readonly replaces: boolean;
}

export interface RoleProblem {
  readonly file: string;
  readonly line: number | null;
  readonly sentence: string;
  readonly nextStep: string;
}

/** All roles there are, as they stood when the book was opened. */
export interface RoleBook {
  /** By priority, then by name. */
  list(): readonly RoleEntry[];
  find(name: string): RoleEntry | null;
  /** What is wrong with which file: such a file is left out, the others are not touched by it. */
  problems(): readonly RoleProblem[];
}

interface RoleText {
  readonly file: string;
  readonly text: string;
}

/** The roles that come with Symphony, and those of a repository, which add to them and stand in their place. */
export async function openRoleBook(root: string): Promise<RoleBook> {
  const { texts, problems } = await readFolder(root);
  return bookOf(texts, problems);
}

function bookOf(texts: readonly RoleText[], faults: readonly RoleProblem[]): RoleBook {
  const entries = new Map(builtIns().map((entry) => [entry.role.name, entry]));
  const problems = [...faults];
  for (const { file, text } of texts) {
    const name = nameOf(file);
    const { role, problems: found } = readRole(text, { name });
    if (role === null) {
      problems.push(...found.map((problem) => ({ file, ...problem })));
      // What was to stand in a built-in's place keeps the place empty: the other would be a surprise.
      entries.delete(name);
      continue;
    }
    const before = entries.get(role.name);
    if (before?.origin === 'repository') problems.push(twice(file, role.name, before.file));
    else entries.set(role.name, { role, origin: 'repository', file, replaces: before !== undefined });
  }
  const listed = [...entries.values()].sort(
    (a, b) => a.role.priority - b.role.priority || (a.role.name < b.role.name ? -1 : 1),
  );
  return { list: () => listed, find: (name) => entries.get(name) ?? null, problems: () => problems };
}

let known: readonly RoleEntry[] | null = null;

/** They do not change while the program runs. One that cannot be read is a mistake of ours. */
function builtIns(): readonly RoleEntry[] {
  known ??= readdirSync(BUILT_IN)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => {
      const { role, problems } = readRole(readFileSync(join(BUILT_IN, file), 'utf8'), { name: nameOf(file) });
      if (role === null) throw new Error(`${file}, line ${problems[0]?.line}: ${problems[0]?.sentence}`);
      return { role, origin: 'built-in', file, replaces: false };
    });
  return known;
}

const BUILT_IN = join(import.meta.dirname, 'built-in');

const nameOf = (file: string): string => (file.split('/').at(-1) ?? file).replace(/\.ya?ml$/, '');

async function readFolder(root: string): Promise<{ texts: RoleText[]; problems: RoleProblem[] }> {
  const folder = join(root, ROLE_FOLDER);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const texts: RoleText[] = [];
  const problems: RoleProblem[] = [];
  for (const name of names.filter((each) => /\.ya?ml$/.test(each)).sort()) {
    const file = `${ROLE_FOLDER}/${name}`;
    try {
      texts.push({ file, text: await readFile(join(folder, name), 'utf8') });
    } catch (error) {
      const sentence = `It cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'error'}.`;
      problems.push({ file, line: null, sentence, nextStep: 'Make it a readable file.' });
    }
  }
  return { texts, problems };
}

const twice = (file: string, name: string, other: string): RoleProblem => ({
  file,
  line: 1,
  sentence: `The role \`${name}\` is in ${other} already.`,
  nextStep: 'Give one of them another name.',
});
