import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Survivors } from '@symphony/adapters/process';
import type { TrainEntry } from '@symphony/domain';
import { expect, test } from 'vitest';
import { LocalStage } from './local-stage.ts';
import { SeededChance } from './random-history.ts';

const PROCESS = join(import.meta.dirname, 'train-process.ts');
const SEED = Number(process.env.SEED ?? 7);
const ROUNDS = Number(process.env.ROUNDS ?? 3);

/** Plays a train in a process of its own and kills it at some moment. */
async function playAndKill(
  stage: LocalStage,
  entries: readonly TrainEntry[],
  withGit: boolean,
  afterMs: number,
) {
  const { root, path } = stage.repository;
  const args = [PROCESS, root, path, JSON.stringify(entries)];
  const train = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const over = once(train, 'close');
  await once(train.stdout, 'data');
  await sleep(afterMs);
  const pid = train.pid as number;
  if (train.exitCode === null) process.kill(withGit ? -pid : pid, 'SIGKILL');
  await over;
  await new Survivors(root).clearSurvivors([]);
}

/** Does what the sentence of a held landing asks of a person. */
async function obey(stage: LocalStage, reason: string): Promise<void> {
  const lock = /remove (.*\.lock)$/.exec(reason)?.[1];
  if (lock) await rm(lock);
  else stage.repository.git('stash', '--quiet', '--include-untracked');
}

async function landAfterCrash(stage: LocalStage, entry: TrainEntry): Promise<number> {
  const restarted = stage.reopen();
  for (let held = 0; held < 5; held += 1) {
    const landing = await restarted.land(await restarted.assembled([entry], { verify: ['true'] }));
    if (landing.kind === 'landed') return held;
    if (landing.kind === 'moved') throw new Error('nobody else moves the target here');
    await obey(stage, landing.reason);
  }
  throw new Error('still held after doing what was asked');
}

async function expectAllLands(withGit: boolean, afterMs: number): Promise<void> {
  const stage = await LocalStage.open({ 'a.txt': 'a\n' });
  try {
    const entries: TrainEntry[] = [];
    for (const name of ['one', 'two', 'three']) {
      const files = Array.from({ length: 40 }, (_, n) => [`${name}/${n}.txt`, `${name}\n`] as const);
      entries.push(await stage.entry(name, Object.fromEntries(files)));
    }
    await playAndKill(stage, entries, withGit, afterMs);
    let held = 0;
    for (const entry of entries) held += await landAfterCrash(stage, entry);
    // Git that was left to finish leaves nothing for a person to do.
    if (!withGit) expect(held).toBe(0);
    for (const entry of entries) expect(stage.isMerged(entry.head)).toBe(true);
    expect(stage.repository.git('status', '--porcelain')).toBe('');
    expect(stage.repository.git('fsck', '--connectivity-only', '--no-dangling')).toBe('');
  } finally {
    await stage.close();
  }
}

const chance = new SeededChance(SEED);
for (let round = 0; round < ROUNDS; round += 1) {
  const afterMs = chance.below(500);
  const when = `killed after ${afterMs} ms (seed ${SEED})`;
  test(`C8 everything still lands when the host is ${when}`, () => expectAllLands(false, afterMs));
  test(`C8 everything still lands when the host and its git are ${when}`, () =>
    expectAllLands(true, afterMs));
}
