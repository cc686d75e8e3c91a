import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReadOnlySqliteStore } from '@symphony/adapters/store/sqlite';
import type { FlowChange } from '@symphony/domain';
import { FlowRun } from '@symphony/pit/dag';
import { seeded } from '@symphony/testkit';
import { afterAll, expect, test } from 'vitest';
import { ends, LIMITS, longFlow, SIZE } from './long-flow.ts';
import { playLong } from './playing.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);
const KILLS = 4;
const folder = mkdtempSync(join(tmpdir(), 'symphony-dag-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lets a child play until it has said that so many nodes are completed, and kills it there. */
async function playUntil(completed: number): Promise<NodeJS.Signals | number | null> {
  const script = join(import.meta.dirname, 'playing-child.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    const said = chunk.toString().trim().split('\n').map(Number);
    if (Math.max(...said) >= completed) child.kill('SIGKILL');
  });
  const ended = await new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  );
  expect(complaint).toBe('');
  return ended;
}

function recorded(): { at: number; change: FlowChange }[] {
  const store = openReadOnlySqliteStore(folder);
  const changes: { at: number; change: FlowChange }[] = [];
  store.fold(0, ({ at, event }) => {
    if (event.type === 'flow-changed') changes.push({ at, change: event.change });
  });
  store.close();
  return changes;
}

const completedIn = (changes: readonly { change: FlowChange }[]): string[] =>
  changes.flatMap(({ change }) => (change.kind === 'node' && change.to === 'completed' ? [change.node] : []));

const workLines = (): string[] => readFileSync(join(folder, 'work'), 'utf8').split('\n').slice(0, -1);

test(`P2 kill -9 in the middle of ten thousand nodes: nothing completed is run again (seed ${SEED})`, async () => {
  const chance = seeded(SEED);
  const kept: { completed: ReadonlySet<string>; lines: number }[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor(((kill - 0.9 + 0.8 * chance()) * SIZE) / (KILLS + 1));
    expect(await playUntil(goal)).toBe('SIGKILL');
    kept.push({ completed: new Set(completedIn(recorded())), lines: workLines().length });
  }
  expect(await playUntil(Number.POSITIVE_INFINITY)).toBe(0);

  const changes = recorded();
  const completed = completedIn(changes);
  expect(completed).toHaveLength(SIZE);
  expect(new Set(completed).size).toBe(SIZE);
  expect(kept.map((each) => each.completed.size > 0 && each.completed.size < SIZE)).toEqual(
    kept.map(() => true),
  );
  const lines = workLines();
  for (const { completed: done, lines: from } of kept)
    expect(lines.slice(from).filter((line) => done.has(line.split(' ')[0] ?? ''))).toEqual([]);

  const run = new FlowRun(longFlow(), LIMITS, {});
  for (const { at, change } of changes) run.apply(change, at);
  const undisturbed = playLong(
    [],
    () => undefined,
    () => undefined,
  );
  expect(run.state).toBe('completed');
  expect(ends(run)).toEqual(ends(undisturbed));
  // What ran when it was killed was begun a second time; nothing else was.
  expect(lines.length).toBeLessThanOrEqual(new Set(lines).size + KILLS * LIMITS.parallel);
}, 90_000);
