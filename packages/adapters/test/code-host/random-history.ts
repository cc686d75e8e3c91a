import { execFileSync } from 'node:child_process';
import type { TrainEntry } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import type { SampleRepository } from './sample-repository.ts';

/** Choices that are the same for the same seed. */
export class SeededChance {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }
}

type Files = ReadonlyMap<string, readonly string[]>;

interface Point {
  readonly mark: number;
  readonly files: Files;
}

export interface RandomHistory {
  readonly entries: readonly TrainEntry[];
  /** Every commit of it: none may be lost. */
  readonly commits: readonly string[];
}

/** Writes a history of several branches that edit, add, delete and move the same few files. */
export function writeHistory(repository: SampleRepository, chance: SeededChance): RandomHistory {
  const stream: string[] = [];
  let marks = 0;
  const commit = (branch: string, parent: Point | null, files: Files, second: Point | null = null): Point => {
    marks += 1;
    const message = `Commit ${marks} of ${branch}`;
    stream.push(`commit refs/heads/${branch}\nmark :${marks}\n`);
    stream.push(`committer Ada <ada@example.org> ${1_700_000_000 + marks} +0000\n`);
    stream.push(`data ${message.length}\n${message}\n`);
    if (parent) stream.push(`from :${parent.mark}\n`);
    if (second) stream.push(`merge :${second.mark}\n`);
    stream.push('deleteall\n');
    for (const [file, lines] of files) {
      const text = lines.map((line) => `${line}\n`).join('');
      stream.push(`M 100644 inline ${file}\ndata ${text.length}\n${text}\n`);
    }
    return { mark: marks, files };
  };

  const start = new Map<string, string[]>([['.gitignore', ['.symphony/']]]);
  for (let file = 0; file < 4; file += 1)
    start.set(
      `f${file}.txt`,
      Array.from({ length: 12 }, (_, line) => `line ${line}`),
    );
  const points = [commit('main', null, start)];
  for (let more = chance.below(3); more > 0; more -= 1) {
    const last = points.at(-1) as Point;
    points.push(commit('main', last, edited(last.files, chance, marks)));
  }
  const branches: string[] = [];
  const tips: Point[] = [];
  for (let branch = 0; branch < 3 + chance.below(4); branch += 1) {
    const name = `symphony/b${branch}`;
    let at = chance.pick(tips.length > 0 && chance.below(4) === 0 ? tips : points);
    for (let commits = 1 + chance.below(3); commits > 0; commits -= 1)
      at = commit(name, at, edited(at.files, chance, marks));
    if (tips.length > 0 && chance.below(5) === 0)
      at = commit(name, at, edited(at.files, chance, marks), chance.pick(tips));
    tips.push(at);
    branches.push(name);
  }
  const latest = points.at(-1) as Point;
  commit('main', latest, edited(latest.files, chance, marks));

  execFileSync('git', ['fast-import', '--quiet', '--export-marks=.git/marks'], {
    cwd: repository.path,
    input: stream.join(''),
  });
  const commits = repository.git('rev-list', '--branches').split('\n');
  const entries = branches.map((branch, at) => ({
    item: `item-${at}`,
    identifier: `B-${at}`,
    title: `Branch ${at}`,
    branch,
    head: repository.git('rev-parse', branch),
  }));
  return { entries, commits };
}

function edited(files: Files, chance: SeededChance, salt: number): Files {
  const after = new Map([...files].map(([file, lines]) => [file, [...lines]]));
  const names = [...after.keys()].filter((file) => file !== '.gitignore');
  const file = chance.pick(names);
  const lines = after.get(file) ?? [];
  const what = chance.below(10);
  if (what === 0 && names.length > 2) after.delete(file);
  else if (what === 1) {
    after.delete(file);
    after.set(`moved-${salt}-${file}`, lines);
  } else if (what <= 4) after.set(`new-${salt}.txt`, [`new ${salt}`]);
  else lines[chance.below(Math.max(1, lines.length))] = `edit ${salt} ${chance.below(1000)}`;
  return after;
}
