import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';
import { seeded } from '@symphony/testkit';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);
const ROUNDS = 4;
const folder = temporaryFolder();
const file = join(folder.path, 'runtime.db');
afterAll(() => folder.remove());

/** Lets a child record for `ms` after it has opened the journal, kills it, and tells the last number it confirmed. */
async function recordUntilKilled(session: string, ms: number): Promise<number> {
  const script = join(import.meta.dirname, 'recording-child.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, file, session], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let complaint = '';
  const over = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  );
  const opened = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      resolve();
    }),
  );
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  await Promise.race([opened, over]);
  await sleep(ms);
  child.kill('SIGKILL');
  expect(await over, complaint).toBe('SIGKILL');
  // The last line may be half said.
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1)?.replace('open', '0') ?? 0);
}

test(`R5 kill -9 while two processes record: nothing confirmed is lost, each in its order (seed ${SEED})`, async () => {
  const random = seeded(SEED);
  let confirmedInAll = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sessions = [`${round}-a`, `${round}-b`];
    const confirmed = await Promise.all(
      sessions.map((session) => recordUntilKilled(session, Math.floor(random() * 150))),
    );
    const store = openRuntimeStore(file);
    try {
      for (const [index, session] of sessions.entries()) {
        const least = confirmed[index] ?? 0;
        const numbers = store.journal
          .read(session, 0, Number.POSITIVE_INFINITY)
          .map(({ event }) => (event.type === 'insight' ? Number.parseInt(event.text, 10) : -1));
        expect(numbers.length, `round ${round}`).toBeGreaterThanOrEqual(least);
        expect(numbers).toEqual(numbers.map((_, at) => at));
        expect(Number(store.cabinet.get('counts', session, 1) ?? 0)).toBeGreaterThanOrEqual(least);
        confirmedInAll += least;
      }
      const seqs = store.journal.readAll(0, Number.POSITIVE_INFINITY).map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    } finally {
      store.close();
    }
    const db = new DatabaseSync(file);
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
  }
  expect(confirmedInAll).toBeGreaterThan(ROUNDS * 10);
}, 60_000);
