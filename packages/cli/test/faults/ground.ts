import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findMarked, type MarkedProcess } from '@symphony/adapters/process';
import { findWorkplace, type Workplace } from '@symphony/server';
import { makeRepository, type Repository, type RepositoryOptions } from '@symphony/testkit';
import { expect, vi } from 'vitest';
import { type Ended, type Playing, type Setting, startSymphony } from '../command/symphony.ts';
import { readLog, type SoundLog } from './sound-log.ts';

// A test takes seconds; a loaded machine may take many more.
vi.setConfig({ maxConcurrency: 3, testTimeout: 90_000 });

/** Short waits: what must happen after a retry happens soon. */
const BRISK = { retry: { max_retries: 2, max_retry_backoff: '200ms' }, polling: { interval: '300ms' } };

/** The machine's own git settings must not decide over a test. */
const NEUTRAL = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };

/** A real repository something is wrong with, and the real `symphony` process in it. */
export class Ground {
  readonly repository: Repository;
  readonly path: string;
  readonly #playing: Playing[] = [];

  constructor(repository: Repository) {
    this.repository = repository;
    this.path = repository.path;
  }

  /** Puts a file below the repository, not committed. */
  put(path: string, text: string | Buffer): void {
    const file = join(this.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  configure(config: object = {}): void {
    this.put('.symphony/symphony.yaml', JSON.stringify({ ...BRISK, ...config }));
  }

  /** An item with a script for the rehearsal player. */
  item(id: string, rehearsal: readonly object[], header: object = {}): void {
    const fields = Object.entries({ title: `The work of ${id}`, state: 'Todo', rehearsal, ...header });
    const lines = fields.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    this.put(`.symphony/board/${id}.md`, `---\n${lines.join('\n')}\n---\n`);
  }

  /** Any command, to its end. */
  symphony(args: readonly string[], setting: Setting = {}): Promise<Ended> {
    return this.start(args, setting).ended;
  }

  start(args: readonly string[], setting: Setting = {}): Playing {
    const env = { ...NEUTRAL, ...setting.env };
    const playing = startSymphony(args, { cwd: this.path, ...setting, env });
    this.#playing.push(playing);
    return playing;
  }

  /** Plays what is on the board until nothing is left to do. */
  play(setting: Setting = {}): Promise<Ended> {
    return this.symphony(['run', '--rehearse', '--exit-when-idle'], setting);
  }

  workplace(): Promise<Workplace> {
    return findWorkplace(this.path);
  }

  /** The log, checked to be whole. */
  log(): SoundLog {
    return readLog(join(this.path, '.symphony', 'log'));
  }

  /** Goes on once the agent of each of these items has spoken. */
  heard(...ids: readonly string[]): Promise<void> {
    return eventually(`a word of ${ids.join(', ')}`, () => {
      if (!existsSync(join(this.path, '.symphony', 'log', 'events.jsonl'))) return false;
      const spoken = new Set(
        this.log()
          .of('agent-reported')
          .map(({ item }) => item),
      );
      return ids.every((id) => spoken.has(id));
    });
  }

  /** What each merge commit of a branch brought in, oldest first. */
  async merged(branch = 'main'): Promise<string[]> {
    const subjects = await this.repository.git('log', '--merges', '--reverse', '--format=%s', branch);
    return subjects.split('\n').flatMap((line) => /^Merge (.*?): /.exec(line)?.[1] ?? []);
  }

  /** Every living process that was started for this repository. */
  async processes(): Promise<readonly MarkedProcess[]> {
    return findMarked((await this.workplace()).instance);
  }

  async clear(): Promise<void> {
    for (const { child } of this.#playing) child.kill('SIGKILL');
    for (const { ended } of this.#playing) await ended;
    for (const { pid } of await this.processes().catch(() => [])) endQuietly(pid);
  }
}

function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // gone meanwhile is what was wanted
  }
}

/** Gives the test a repository of its own and takes everything away afterwards, processes too. */
export async function onGround(
  options: RepositoryOptions,
  act: (ground: Ground) => Promise<void>,
): Promise<void> {
  const repository = await makeRepository(options);
  const ground = new Ground(repository);
  try {
    await act(ground);
  } finally {
    await ground.clear();
    await repository.remove();
  }
}

/** Steps that leave one commit with one new file. */
export const writes = (name: string, text = 'x'): object[] => [
  { write: { path: name, text } },
  { commit: `Add ${name}` },
];

/** Nothing of ours shows through: no stack, no system code, no address of a source. */
const INSIDES = /\bE[A-Z]{4,}\b|errno|\n\s+at |node:|SYMPHONY_DEBUG|\p{Cc}\[/u;

/** A refusal as a person should get it: one plain sentence, one next step, code 1. */
export function expectRefusal({ code, out, err }: Ended, sentence: RegExp | string, nextStep: RegExp): void {
  const [first = '', second = '', ...rest] = err.trimEnd().split('\n');
  expect({ code, out, rest }, err).toEqual({ code: 1, out: '', rest: [] });
  expect(first).toMatch(/^symphony: \S.*[.?)]$/);
  if (typeof sentence === 'string') expect(first).toContain(sentence);
  else expect(first).toMatch(sentence);
  expect(second).toMatch(/^ {2}\S.*\.$/);
  expect(second).toMatch(nextStep);
  expect(err).not.toMatch(INSIDES);
}

/** Looks again and again until it is so. */
export async function eventually(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`in vain waited for: ${what}`);
}
