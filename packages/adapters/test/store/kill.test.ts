import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { seeded } from '@symphony/testkit';
import { afterAll, expect, test } from 'vitest';
import { integrityOf, mirrorOf, mirrorText } from './log-inspection.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);
const ROUNDS = 14;
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Lets a child append for `ms` after it has opened the log, kills it, and tells the last number it acknowledged. */
async function appendUntilKilled(round: number, ms: number): Promise<number> {
  const script = join(import.meta.dirname, 'appending-child.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, folder.path, `${round}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
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

test(`C8 kill -9 at any moment: nothing acknowledged is lost, no gaps, the mirror is the log (seed ${SEED})`, async () => {
  const random = seeded(SEED);
  let before = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const acknowledged = await appendUntilKilled(round, Math.floor(random() ** 2 * 150));
    const store = openSqliteStore({ folder: folder.path, durability: 'normal', mirror: true });
    try {
      const entries = store.read(0, Number.POSITIVE_INFINITY);
      expect(store.lastSeq(), `round ${round}`).toBeGreaterThanOrEqual(Math.max(acknowledged, before));
      expect(entries.every((entry, index) => entry.seq === index + 1)).toBe(true);
      expect(entries).toHaveLength(store.lastSeq());
      expect(store.mirrorProblem()).toBeNull();
      expect(mirrorText(folder.path) === mirrorOf(entries), `mirror, round ${round}`).toBe(true);
      expect(store.loadSnapshot()?.seq ?? 0).toBeLessThanOrEqual(store.lastSeq());
      const found = store.search(`mark${round}z part`, Number.POSITIVE_INFINITY);
      const said = entries.filter(({ event }) => 'why' in event && event.why.startsWith(`mark${round}z `));
      expect(found.map((entry) => entry.seq)).toEqual(said.map((entry) => entry.seq).reverse());
      before =
        store.append(1_750_000_000_000, [{ type: 'conductor-stopped', reason: `after ${round}` }])[0]?.seq ??
        0;
    } finally {
      store.close();
    }
    expect(integrityOf(folder.path)).toBe('ok');
  }
  expect(before).toBeGreaterThan(ROUNDS * 10);
}, 60_000);
