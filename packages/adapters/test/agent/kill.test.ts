import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '@symphony/domain';
import { type Heard, seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { RehearsalHall } from './hall.ts';

const SEED = Number(process.env.SYMPHONY_TEST_SEED ?? Date.now() % 1_000_000);
const KILLS = 30;

/** Every kind of step that leaves something behind; each would show if it were done twice or not at all. */
const ROUNDS = 12;
const SCRIPT: Json = Array.from({ length: ROUNDS }, (_, round) => [
  { append: { path: 'log.txt', text: `line ${round}\n` } },
  { write: { path: `file-${round}.txt`, text: `text ${round}\n`.repeat(200) } },
  { edit: { path: 'README.md', find: 'start', replace: 'start again' } },
  { commit: `round ${round}` },
  { spend: { input: 10, output: 3, usd: 0.01 } },
  { append: { path: 'big.txt', text: `${round}`.repeat(5_000) } },
]).flat();

interface Result {
  readonly files: readonly string[];
  readonly subjects: string;
  readonly tree: string;
  readonly usage: unknown;
}

function resultOf(hall: RehearsalHall, session: string | null): Result {
  const journal = JSON.parse(readFileSync(join(hall.sessions, `${session}.json`), 'utf8'));
  return {
    files: ['log.txt', 'big.txt', 'README.md', `file-${ROUNDS - 1}.txt`].map((path) => hall.read(path)),
    subjects: hall.git('log', '--format=%s'),
    tree: hall.git('rev-parse', 'HEAD^{tree}'),
    usage: journal.usage,
  };
}

/** Plays, killing at moments by chance, and resumes until the turn is over. */
async function playUnderFire(hall: RehearsalHall, chance: () => number, kills: { count: number }) {
  let resume: string | null = null;
  for (;;) {
    // Every other process was warm before: it makes no difference to what is done.
    const warm = chance() < 0.5 ? await hall.warm() : undefined;
    const heard: Heard = await hall.play(SCRIPT, { resume, ...(warm && { warm }) });
    const pid = heard.session.process?.pid ?? 0;
    // Counted in events so that a slow machine is hit in the middle as well, then a little further.
    const events = 1 + Math.floor(chance() * 25);
    while (heard.events.length < events && heard.of('turn-ended').length === 0) await sleep(1);
    await sleep(chance() * 12);
    const over = heard.of('turn-ended').length > 0;
    if (!over) {
      // Half the time the leader alone: what it started is then the adapter's to end.
      process.kill(chance() < 0.5 ? pid : -pid, 'SIGKILL');
      kills.count += 1;
    }
    if (over) await heard.session.stop(1_000);
    else await heard.until('exited');
    resume ??= heard.sessionId();
    expect(heard.sessionId()).toBe(resume);
    if (heard.of('turn-ended').length > 0) return { session: resume, heard };
  }
}

describe('C8 a player killed at any moment', () => {
  test(`does every step once and only once (seed ${SEED})`, { timeout: 120_000 }, async () => {
    const undisturbed = new RehearsalHall();
    const calm = await undisturbed.playTurn(SCRIPT);
    const wanted = resultOf(undisturbed, calm.sessionId());
    await undisturbed.close();
    expect(calm.end()?.status).toBe('completed');
    expect(wanted.subjects.split('\n')).toHaveLength(ROUNDS + 1);

    const chance = seeded(SEED);
    const kills = { count: 0 };
    while (kills.count < KILLS) {
      const hall = new RehearsalHall();
      try {
        const { session, heard } = await playUnderFire(hall, chance, kills);
        expect(heard.end()?.status).toBe('completed');
        expect(resultOf(hall, session)).toEqual(wanted);
        expect(await hall.living()).toBe(0);
      } finally {
        await hall.close();
      }
    }
    expect(kills.count).toBeGreaterThanOrEqual(KILLS);
  });
});
