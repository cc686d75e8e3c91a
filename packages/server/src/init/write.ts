import { appendFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openBoard } from '@symphony/adapters/tracker/board';
import { PortError } from '@symphony/domain';
import { makeFolder, notWritten } from '../disk-refusal.ts';
import { IGNORE_FILE, IGNORED, type InitAnswers, type PlannedFile, planInit } from './plan.ts';

export interface InitRequest {
  readonly root: string;
  readonly answers: InitAnswers;
  /** Files that are there make room, under another name: nothing is ever overwritten. */
  readonly force?: boolean;
}

/** Paths are relative to the top of the repository. */
export interface InitResult {
  readonly written: readonly string[];
  /** There already, and left as they were. */
  readonly kept: readonly string[];
  /** There already, and kept under another name. */
  readonly movedAside: readonly { readonly path: string; readonly now: string }[];
}

const BOARD = '.symphony/board';

/** Sets the repository up. Repeating it changes nothing. Rejects with PortError `disk` when it cannot write. */
export async function initProject({ root, answers, force = false }: InitRequest): Promise<InitResult> {
  const written: string[] = [];
  const kept: string[] = [];
  const movedAside: { path: string; now: string }[] = [];
  for (const file of planInit(answers)) {
    if (await writeNew(root, file)) written.push(file.path);
    else if (!force) kept.push(file.path);
    else {
      movedAside.push({ path: file.path, now: await moveAside(root, file.path) });
      await writeNew(root, file);
      written.push(file.path);
    }
  }
  makeFolder(join(root, BOARD));
  if (answers.welcome) {
    const path = await welcome(root);
    if (path) written.push(path);
  }
  return { written, kept, movedAside };
}

/** All that a repository without configuration needs: what Symphony makes there stays out of git (C23). */
export async function ensureFolders(root: string): Promise<void> {
  if (!(await writeNew(root, IGNORE_FILE))) await completeIgnored(root);
}

/** A file we wrote before there were as many folders gets the new ones; a person's own is left alone. */
async function completeIgnored(root: string): Promise<void> {
  const path = join(root, IGNORE_FILE.path);
  const text = await onDisk(IGNORE_FILE.path, () => readFile(path, 'utf8'));
  const lines = text.split(/\r?\n/);
  if (!IGNORE_FILE.text.startsWith(`${lines[0]}\n`)) return;
  const missing = IGNORED.filter((each) => !lines.includes(each));
  if (missing.length === 0) return;
  const gap = text.endsWith('\n') ? '' : '\n';
  await onDisk(IGNORE_FILE.path, () => appendFile(path, `${gap}${missing.join('\n')}\n`));
}

/** False when something of that name is there: checked and written in one step. */
async function writeNew(root: string, file: PlannedFile): Promise<boolean> {
  const path = join(root, file.path);
  return onDisk(file.path, async () => {
    makeFolder(dirname(path));
    try {
      await writeFile(path, file.text, { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}

async function moveAside(root: string, path: string): Promise<string> {
  const folder = dirname(path);
  const there = new Set(await onDisk(folder, () => readdir(join(root, folder))));
  let number = 1;
  const name = (): string => `${path}.old${number === 1 ? '' : `-${number}`}`;
  while (there.has(name().slice(folder.length + 1))) number++;
  await onDisk(path, () => rename(join(root, path), join(root, name())));
  return name();
}

async function welcome(root: string): Promise<string | null> {
  const board = openBoard({
    folder: join(root, BOARD),
    states: ['Todo', 'In Progress', 'Review', 'Done', 'Cancelled'],
  });
  const { items, problems } = await board.list();
  if (items.length + problems.length > 0) return null;
  const item = await board.add({
    title: 'Say hello in the README',
    description:
      'Add one line to the README that says hello. This item is here to try Symphony with; delete it when you like.',
  });
  return `${BOARD}/${item.id}.md`;
}

async function onDisk<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof PortError ? error : notWritten(what, error);
  }
}
