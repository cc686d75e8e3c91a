import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Git, openGit } from '@symphony/adapters/git';
import { openReadOnlySqliteStore } from '@symphony/adapters/store/sqlite';
import { type ConductorState, replay } from '@symphony/conductor';
import { type Chamber, PortError, type Store } from '@symphony/domain';
import { openBoardOf, openChambersOf } from '../project.ts';
import type { Workplace } from '../workplace.ts';
import { type Course, courseOf, MANIFEST } from './manifest.ts';

/** One thing a mission left. `name` is a path below `.symphony`, or a branch. */
export interface LeftOver {
  readonly kind: 'file' | 'item' | 'chamber' | 'branch';
  readonly name: string;
  readonly course: Course;
  readonly bytes: number;
  /** Why it stays although the manifest would have it go. */
  readonly stays: string | null;
}

/** A mission as it is found on disk. Looking changes nothing. */
export interface MissionSight {
  readonly mission: string;
  readonly branch: string;
  readonly target: string;
  /** Why it cannot be cleaned up now. */
  readonly refusal: string | null;
  readonly found: readonly LeftOver[];
  /** Files that the manifest does not know. */
  readonly unknown: readonly string[];
  readonly chambers: readonly Chamber[];
  readonly tips: ReadonlyMap<string, string>;
  readonly git: Git;
}

export async function lookAtMission(workplace: Workplace, name: string): Promise<MissionSight> {
  const store = openReadOnlySqliteStore(workplace.log);
  try {
    const state = replay(store);
    const id = [...state.missions.keys()].find((each) => each.toLowerCase() === name.toLowerCase());
    const mission = state.missions.get(id ?? '');
    if (!mission)
      throw new PortError({
        code: 'missing',
        message: `There is no mission ${name}.`,
        nextStep: '`symphony mission status` lists them.',
      });
    const git = openGit(workplace.instance);
    const parts = mission.parts.map(({ item }) => item);
    const target = state.settings?.target ?? 'HEAD';
    const chambers = await chambersOf(workplace, parts);
    const held = await heldWork(git, workplace, chambers, [target, mission.branch]);
    const branches = await branchesOf(git, workplace.root, {
      names: [mission.branch, ...branchNames(store, parts)],
      target,
      own: chambers.map(({ path }) => path),
    });
    const { files, unknown } = await filesOf(workplace, mission.id);
    return {
      mission: mission.id,
      branch: mission.branch,
      target,
      git,
      refusal: mission.step === 'ended' ? held : stillPlayed(mission.id, mission.step),
      found: [
        ...(await learningFiles(workplace)),
        ...files,
        ...(await itemsOf(workplace, state, parts)),
        ...chambers.map(chamberLeft),
        ...branches.map(({ left }) => left),
      ],
      unknown,
      chambers,
      tips: new Map(branches.map(({ left, tip }) => [left.name, tip])),
    };
  } finally {
    store.close();
  }
}

const stillPlayed = (mission: string, step: string): string =>
  `The mission ${mission} is being played (${step}). End it first: \`symphony mission abort ${mission}\`.`;

async function learningFiles({ folder }: Workplace): Promise<LeftOver[]> {
  const left: LeftOver[] = [];
  for (const [name, course] of Object.entries(MANIFEST.learning)) {
    const bytes = await sizeOf(join(folder, 'learning', name));
    if (bytes !== null) left.push({ kind: 'file', name: `learning/${name}`, course, bytes, stays: null });
  }
  return left;
}

async function filesOf({ folder }: Workplace, mission: string) {
  const files: LeftOver[] = [];
  const unknown: string[] = [];
  const names = await readdir(join(folder, 'missions', mission)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.sort()) {
    const path = `missions/${mission}/${name}`;
    const course = courseOf(name);
    if (course === null) unknown.push(path);
    else
      files.push({
        kind: 'file',
        name: path,
        course,
        bytes: (await sizeOf(join(folder, path))) ?? 0,
        stays: null,
      });
  }
  return { files, unknown };
}

/** Files of its parts on the board. One that is not over any more is a person's by now. */
async function itemsOf(
  workplace: Workplace,
  state: ConductorState,
  parts: readonly string[],
): Promise<LeftOver[]> {
  const board = await openBoardOf(workplace);
  const { items } = await board.list();
  const left: LeftOver[] = [];
  for (const { id } of items.filter((item) => parts.includes(item.id))) {
    const known = state.items.get(id);
    const over = !known || known.state === 'open';
    const stays = over ? null : `it is ${known?.state}`;
    const path = await board.pathOf(id);
    const bytes = (await sizeOf(path)) ?? 0;
    left.push({ kind: 'item', name: relative(workplace.folder, path), course: MANIFEST.board, bytes, stays });
  }
  return left;
}

async function chambersOf(workplace: Workplace, parts: readonly string[]): Promise<readonly Chamber[]> {
  const chambers = await openChambersOf(workplace);
  const own = (await chambers.list()).filter(({ item }) => item !== null && parts.includes(item));
  const found = await Promise.all(own.map(({ key }) => chambers.find(key)));
  return found.filter((each) => each !== null);
}

const chamberLeft = ({ key }: Chamber): LeftOver => ({
  kind: 'chamber',
  name: `chambers/${key}`,
  course: MANIFEST.chambers,
  bytes: 0,
  stays: null,
});

/** What would be lost with a chamber, in a sentence; null when nothing would. */
async function heldWork(
  git: Git,
  workplace: Workplace,
  chambers: readonly Chamber[],
  into: readonly string[],
): Promise<string | null> {
  const port = await openChambersOf(workplace);
  for (const chamber of chambers) {
    const { dirty, head } = await port.inspect(chamber);
    const how = `\`symphony chamber diff ${chamber.key}\` shows it; merge it, or remove the chamber with --force, which stores it as a bundle first.`;
    if (dirty.length > 0) return `The chamber ${chamber.key} holds uncommitted work. ${how}`;
    if (!(await isContained(git, workplace.root, head, into)))
      return `The chamber ${chamber.key} holds work that is not merged. ${how}`;
  }
  return null;
}

async function isContained(
  git: Git,
  root: string,
  commit: string,
  into: readonly string[],
): Promise<boolean> {
  for (const branch of into)
    if ((await git.try(root, ['merge-base', '--is-ancestor', commit, branch])).code === 0) return true;
  return false;
}

/** Branches its parts were played on, as recorded: their chambers may be gone by now. */
function branchNames(store: Store, parts: readonly string[]): readonly string[] {
  const names = parts.flatMap((item) =>
    store
      .read(0, Number.MAX_SAFE_INTEGER, { item, types: ['chamber-prepared'] })
      .flatMap(({ event }) => (event.type === 'chamber-prepared' ? [event.chamber.branch] : [])),
  );
  return [...new Set(names)];
}

async function branchesOf(
  git: Git,
  root: string,
  {
    names,
    target,
    own,
  }: { readonly names: readonly string[]; readonly target: string; readonly own: readonly string[] },
) {
  const found: { readonly left: LeftOver; readonly tip: string }[] = [];
  for (const name of names) {
    const shown = await git.try(root, [
      'for-each-ref',
      '--format=%(objectname) %(worktreepath)',
      `refs/heads/${name}`,
    ]);
    const [tip = '', ...rest] = shown.stdout.trim().split(' ');
    if (tip === '') continue;
    const out = rest.join(' ');
    const merged = await isContained(git, root, tip, [target]);
    const stays =
      out !== '' && !own.includes(out)
        ? `it is checked out in ${out}`
        : merged
          ? null
          : `it holds commits that are not in ${target}`;
    found.push({ tip, left: { kind: 'branch', name, course: MANIFEST.branches, bytes: 0, stays } });
  }
  return found;
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
