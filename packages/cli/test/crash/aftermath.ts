import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMarked } from '@symphony/adapters/process';
import { openOffline, type Workplace } from '@symphony/server';
import { COUNT, EMPTY_HANDED, expectedRetries, expectedUsd, HOPELESS, name, sharedFile } from './orchard.ts';

const merged = (n: number): boolean => n !== HOPELESS && n !== EMPTY_HANDED;
const numbers = Array.from({ length: COUNT }, (_, n) => n);

/**
 * Everything that must be true when the last conductor has come to rest, however often it was
 * killed. Plain assertions, because the soak uses them outside of the test runner.
 */
export async function expectNothingLost(workplace: Workplace): Promise<void> {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: workplace.root, encoding: 'utf8' }).trim();
  const client = await openOffline(workplace);
  const status = await client.status();
  await client.close();
  const items = new Map(status.items.map((item) => [item.identifier, item]));
  const table = <T>(of: (n: number) => T) => Object.fromEntries(numbers.map((n) => [name(n), of(n)]));

  assert.deepEqual(
    table((n) => stateOf(items.get(name(n)))),
    table(expectedState),
    'final states',
  );
  assert.deepEqual(
    table((n) => items.get(name(n))?.retries),
    table(expectedRetries),
    'retries counted',
  );

  const trailer = '--format=%(trailers:key=Symphony-Item,valueonly)';
  const merges = git('log', '--merges', '--first-parent', trailer, 'main').split('\n').filter(Boolean);
  assert.deepEqual(merges.sort(), numbers.filter(merged).map(name).sort(), 'each merged exactly once');
  for (const n of numbers.filter(merged)) {
    assert.equal(readFileSync(join(workplace.root, `trees/${n}.txt`), 'utf8'), `tree ${n}\n`);
  }
  for (const row of [0, 1, 2, 3]) {
    const lines = readFileSync(join(workplace.root, sharedFile(row)), 'utf8')
      .trim()
      .split('\n');
    const planted = numbers.filter((n) => merged(n) && sharedFile(n) === sharedFile(row)).map(String);
    assert.deepEqual(lines.sort(), planted.sort(), `lines of ${sharedFile(row)}`);
  }
  const usd = status.spend.total.usd;
  assert.ok(Math.abs(usd - expectedUsd()) < 1e-6, `spent ${usd}, not ${expectedUsd()}`);

  assert.equal(git('status', '--porcelain', '--untracked-files=no'), '', 'the main checkout is clean');
  assert.equal(git('fsck', '--full', '--no-dangling'), '', 'git fsck');
  const kept = status.items.filter((item) => item.chamber !== null).length;
  const worktrees = git('worktree', 'list', '--porcelain').match(/^worktree .*\/chambers\/.*$/gm) ?? [];
  assert.equal(worktrees.length, kept, 'chambers on disk');
  assert.deepEqual(await findMarked(workplace.instance), [], 'processes left behind');
}

const expectedState = (n: number): string =>
  n === HOPELESS ? 'failed' : n === EMPTY_HANDED ? 'needs_human' : 'merged';

const stateOf = (item: { state: string; outcome: string } | undefined): string =>
  item === undefined ? 'lost' : item.state === 'open' ? item.outcome : item.state;
