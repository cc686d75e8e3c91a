import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanNow, lastCleaned, openClean } from '../../src/clean/index.ts';
import { lockArchive } from '../../src/clean/lock.ts';
import { type Hall, openHall, WRITES } from '../orchestra/playing.ts';
import { DAY, put, treeOf } from './tree.ts';

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.clear());

const START = Date.now();

/** Cleaning as it will be so many days from now. */
async function inDays<T>(
  days: number,
  use: (clean: Awaited<ReturnType<typeof openClean>>) => Promise<T>,
): Promise<T> {
  const clean = await openClean(hall.workplace, { now: () => START + days * DAY });
  try {
    return await use(clean);
  } finally {
    clean.close();
  }
}

const stepsIn = (days: number, kinds: Parameters<Awaited<ReturnType<typeof openClean>>['plan']>[0] = null) =>
  inDays(days, async (clean) =>
    (await clean.plan(kinds)).steps.map(
      ({ course, id, to }) => `${course} ${id}${course === 'archive' ? ` ${to}` : ''}`,
    ),
  );
const cleanIn = (days: number) => inDays(days, async (clean) => clean.carryOut(await clean.plan(null), null));
const session = (name: string) => join(hall.workplace.sessions, name);

/** One history for the whole file; the tests build on each other in order. */
describe('P5 cleaning a workplace', () => {
  let text = '';

  test('P5 without a log nothing that belongs to an item is touched', async () => {
    put(session('lost.json'), START - 500 * DAY);
    expect(await stepsIn(0)).toEqual([]);
    const plan = await inDays(0, (clean) => clean.plan(['session']));
    expect(plan.tally[0]?.keptBecause).toMatchObject([
      { reason: 'there is no log that tells whether it is needed', count: 1 },
    ]);
  });

  test('P5 a dry run shows what would happen and changes not a byte, in .git neither', async () => {
    hall.item('A', WRITES);
    expect((await hall.play()).code).toBe(0);
    text = put(session('old.json'), START - 20 * DAY);
    await hall.repository.git('branch', 'symphony/leftover');
    const before = treeOf(hall.repository.path);
    expect(await stepsIn(2)).toEqual([
      'archive session:old.json warm',
      'remove branch:symphony/leftover',
      'remove session:lost.json',
    ]);
    expect(treeOf(hall.repository.path)).toEqual(before);
    expect(await stepsIn(2, ['branch'])).toEqual(['remove branch:symphony/leftover']);
  });

  test('P5 a run does what the plan shows and reports bytes as observed', async () => {
    const result = await cleanIn(2);
    expect(result).toMatchObject({
      archived: { count: 1, bytes: text.length },
      removed: { count: 2 },
      purged: { count: 0 },
      left: [],
    });
    expect(result.after).toBeLessThan(result.before - text.length / 2);
    expect(existsSync(session('old.json.zst'))).toBe(true);
    expect(await hall.repository.git('branch', '--list', 'symphony/*')).toBe('');
    expect(await lastCleaned(hall.workplace)).toBe(START + 2 * DAY);
    expect(await hall.repository.git('status', '--porcelain', '--', '.symphony/archive')).toBe('');
    expect(await stepsIn(2)).toEqual([]);
  });

  test('P5 --restore last brings the whole cleaning back, and it is not taken away again at once', async () => {
    const restored = await inDays(3, (clean) => clean.restore('last'));
    expect(restored.back.map(({ id }) => id).sort()).toEqual([
      'branch:symphony/leftover',
      'session:lost.json',
    ]);
    expect(await hall.repository.git('branch', '--list', 'symphony/*')).toContain('symphony/leftover');
    expect(await stepsIn(3)).toEqual([]);
    const [warm] = (await inDays(3, (clean) => clean.restore('session:old.json'))).back;
    expect(warm?.id).toBe('session:old.json');
    expect(readFileSync(session('old.json'), 'utf8')).toBe(text);
    await expect(inDays(3, (clean) => clean.restore('nothing'))).rejects.toThrow('The trash is empty.');
  });

  test('P5 through time: warm, cold, removed, held for the retention, then purged', async () => {
    expect(await stepsIn(12)).toEqual([
      'archive session:old.json warm',
      'archive session:lost.json warm',
      'remove branch:symphony/leftover',
    ]);
    await cleanIn(12);
    await cleanIn(40);
    expect(readdirSync(join(hall.workplace.folder, 'archive', 'cold', 'session'))).toEqual([
      'lost.json.zst',
      'old.json.zst',
    ]);
    const gone = await cleanIn(70);
    expect(gone.removed.count).toBeGreaterThanOrEqual(2);
    const trash = await inDays(70, (clean) => clean.trash());
    expect(trash.map(({ thing }) => thing)).toEqual(
      expect.arrayContaining(['session:old.json', 'session:lost.json']),
    );
    expect((await stepsIn(95)).filter((step) => step.startsWith('purge'))).toEqual([]);
    const purged = await cleanIn(101);
    expect(purged.purged.count).toBe(trash.length);
    expect(await inDays(101, (clean) => clean.trash())).toEqual([]);
  });

  test('P5 emptying the trash at once is a request of its own', async () => {
    put(session('more.json'), START - 500 * DAY);
    await cleanIn(102);
    expect(await inDays(102, (clean) => clean.purge())).toMatchObject({ purged: 1 });
    expect(await inDays(102, (clean) => clean.trash())).toEqual([]);
  });

  test('P5 while a conductor runs, what it needs stays; what came into use after the plan too', async () => {
    hall.item('B', [{ ask: { text: 'Which?' } }, ...WRITES]);
    const plan = await inDays(0, async (clean) => {
      const shown = await clean.plan(null);
      const orchestra = await hall.start();
      await expect
        .poll(async () => (await orchestra.client.status()).inbox.length, { timeout: 15_000 })
        .toBe(1);
      const left = await clean.carryOut(
        { ...shown, steps: [stepFor('session', runOf(await orchestra.client.status()))] },
        null,
      );
      expect(left.left).toMatchObject([{ reason: 'it came into use meanwhile' }]);
      expect(left.removed.count).toBe(0);
      await orchestra.client.status();
      return inDays(500, (later) => later.plan(null));
    });
    const kept = plan.tally.flatMap(({ kind, keptBecause }) =>
      keptBecause.flatMap(({ reason }) => (reason.startsWith('B ') ? [`${kind}: ${reason}`] : [])),
    );
    expect(kept).toEqual([
      'chamber: B is being played',
      'branch: B is being played',
      'session: B is being played',
      'artifact: B is being played',
    ]);
    expect(plan.steps.filter(({ label }) => label.includes('B'))).toEqual([]);
  });

  test('P5 one cleaning at a time', async () => {
    const release = lockArchive(join(hall.workplace.folder, 'archive'));
    await expect(cleanIn(0)).rejects.toThrow('Another cleaning is at work');
    release();
    await cleanIn(0);
  });

  test('P5 trajectories: one line a finished run, exported to a file that must be new', async () => {
    const file = join(hall.workplace.folder, 'lessons.jsonl');
    expect(await inDays(0, (clean) => clean.exportTraining(file))).toBe(1);
    const [line] = readFileSync(file, 'utf8').trim().split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({
      item: 'A',
      agent: 'rehearsal',
      prompts: ['first'],
      outcome: 'merged',
    });
    await expect(inDays(0, (clean) => clean.exportTraining(file))).rejects.toThrow('not overwritten');
    const kept = readFileSync(join(hall.workplace.folder, 'archive', 'training.jsonl'), 'utf8');
    expect(kept).toBe(readFileSync(file, 'utf8'));
  });

  test('P5 a cleaning that is ended leaves the rest for the next one', async () => {
    put(session('ended.json'), START - 500 * DAY);
    const result = await cleanNow(hall.workplace, { signal: AbortSignal.abort() });
    expect(result?.left).toMatchObject([
      { id: 'session:ended.json', reason: 'the cleaning was ended before' },
    ]);
    expect(existsSync(session('ended.json'))).toBe(true);
    expect((await cleanNow(hall.workplace))?.removed.count).toBe(1);
  });

  test('P5 cleaning by itself does nothing where there is nothing to do', async () => {
    expect(await cleanNow(hall.workplace)).toBeNull();
  });
});

const runOf = (status: { items: readonly { id: string; run: { id: string } | null }[] }): string =>
  `rehearsal-${status.items.find(({ id }) => id === 'B')?.run?.id}.json`;

const stepFor = (kind: 'session', name: string) => ({
  id: `${kind}:${name}`,
  kind,
  label: name,
  course: 'remove' as const,
  from: 'hot' as const,
  to: 'hot' as const,
  size: 0,
  reason: 'it was planned before',
  policy: null,
});
