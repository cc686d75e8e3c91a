import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWorkplace } from '@symphony/server';
import { makeRepository, seeded } from '@symphony/testkit';
import { expectNothingLost } from './aftermath.ts';
import { plant } from './orchard.ts';

const SYMPHONY = join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'symphony.mjs');

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** A real `symphony run` on the repository, in rehearsal, until nothing is left to do. */
function play(folder: string): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', SYMPHONY, 'run', '--rehearse', '--exit-when-idle'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const hear = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, output })),
  );
  return { child, ended };
}

/** Plays and kills with SIGKILL after `ms`. False when it was over before. */
async function playAndKill(folder: string, ms: number): Promise<{ killed: boolean; ended: Ended }> {
  const { child, ended } = play(folder);
  const over = await Promise.race([ended.then(() => true), sleep(ms).then(() => false)]);
  if (!over) child.kill('SIGKILL');
  return { killed: !over, ended: await ended };
}

/**
 * Plays an orchard to its end while killing the conductor at `kills` instants, and checks that
 * nothing was lost. An orchard that is finished early is followed by another one.
 * Returns how many kills there were.
 */
export async function crashThrough(plan: {
  readonly seed: number;
  readonly kills: number;
  readonly tell: (line: string) => void;
}): Promise<number> {
  const chance = seeded(plan.seed);
  let kills = 0;
  while (kills < plan.kills) {
    const repository = await makeRepository();
    try {
      plant(repository);
      const before = kills;
      for (let over = false; !over && kills < plan.kills; ) {
        // Starting takes a few hundred milliseconds; kills fall into it as well as into the work.
        const { killed } = await playAndKill(repository.path, 150 + Math.floor(chance() ** 2 * 1_600));
        over = !killed;
        if (killed) kills += 1;
      }
      const last = await play(repository.path).ended;
      // One item is hopeless and one needs a person, which the exit code says.
      assert.equal(last.code, 1, last.output);
      await expectNothingLost(await findWorkplace(repository.path));
      plan.tell(`an orchard survived ${kills - before} kills (${kills} of ${plan.kills})`);
    } finally {
      await repository.remove();
    }
  }
  return kills;
}
