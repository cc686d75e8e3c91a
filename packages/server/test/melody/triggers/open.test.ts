import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, LogEvent, Melody } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { type Fired, openTriggers } from '../../../src/melody/triggers/index.ts';
import { aWhile, openDisk, until } from './disk-stage.ts';
import { entry, melody } from './trigger-stage.ts';

async function stage(melodies: () => readonly Melody[], lastKeys: readonly string[] = []) {
  const { repository, git, clock } = await openDisk({ files: { 'docs/a.md': 'a' } });
  const run = join(repository.path, '.symphony', 'run');
  const fired: Fired[] = [];
  const warnings: string[] = [];
  const followers = new Set<(entry: Entry) => void>();
  const triggers = await openTriggers({
    melodies,
    workplace: { root: repository.path, run },
    items: () => [trackedItem('S-1', { labels: ['flaky'] })],
    follow: async (hear) => {
      followers.add(hear);
      return { stop: async () => void followers.delete(hear) };
    },
    startOf: () => null,
    lastKeys: new Set(lastKeys),
    git,
    clock,
    fire: (each) => void fired.push(each),
    warn: (message) => void warnings.push(message),
    port: 0,
  });
  onTestFinished(() => triggers.stop());
  const record = (event: LogEvent) => {
    for (const hear of followers) hear(entry(event));
  };
  // Whether a minute begins while a test runs is nobody's to say.
  const untimed = () => fired.filter((each) => each.melody !== 'by-time');
  const kinds = () => fired.map(({ melody: name, trigger }) => `${name}: ${trigger.detail}`);
  const call = async (hook: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${readFileSync(join(run, 'token'), 'utf8').trim()}` };
    return (await fetch(`${triggers.webhooks()}/hooks/${hook}`, { method: 'POST', headers })).status;
  };
  return { repository, triggers, fired, warnings, followers, record, kinds, untimed, call };
}

const ALL: readonly Melody[] = [
  melody('by-item', { on: 'item', label: 'flaky', parameters: { id: '{{ item.id }}' } }),
  melody('by-hook', { on: 'webhook', hook: 'push' }),
  melody('by-files', { on: 'files', paths: ['docs/**'], parameters: { paths: '{{ paths }}' } }),
  melody('by-branch', { on: 'git', branch: 'main', parameters: { commit: '{{ commit }}' } }),
  melody('by-end', { on: 'melody', melody: 'by-item', ended: 'any', parameters: { run: '{{ run }}' } }),
  melody('by-time', { on: 'schedule', cron: '* * * * *' }),
];

test('P7 every kind of trigger fires through one door, and none after the stop', async () => {
  const missed = 'schedule:by-time:2026-01-01T00:00Z';
  const { repository, triggers, fired, warnings, followers, record, kinds, untimed, call } = await stage(
    () => ALL,
    [missed],
  );
  expect(kinds()).toEqual(['by-item: S-1 has the label flaky', expect.stringMatching(/^by-time: due at /)]);
  fired.length = 0;

  record({ type: 'item-seen', item: 'S-1', tracked: trackedItem('S-1', { labels: ['flaky', 'bug'] }) });
  record({ type: 'item-seen', item: 'S-2', tracked: trackedItem('S-2', { labels: ['flaky'] }) });
  const trigger = { kind: 'item', detail: '', key: null } as const;
  record({
    type: 'melody-started',
    run: 'r-1',
    melody: melody('by-item'),
    parameters: {},
    trigger,
    by: 'trigger',
  });
  record({ type: 'flow-changed', run: 'r-1', change: { kind: 'flow', to: 'failed', reason: 'it broke' } });
  expect(await call('push')).toBe(202);
  expect(untimed().map(({ parameters }) => parameters)).toEqual([{ id: 'S-2' }, { run: 'r-1' }, {}]);
  fired.length = 0;

  const commit = await repository.commit({ 'docs/b.md': 'b' }, 'Add b');
  await until(() => untimed().length === 2);
  expect(untimed().map(({ parameters }) => parameters)).toEqual(
    expect.arrayContaining([{ commit }, { paths: ['docs/b.md'] }]),
  );

  const url = triggers.webhooks();
  await triggers.stop();
  fired.length = 0;
  expect([followers.size, triggers.webhooks()]).toEqual([0, null]);
  await expect(fetch(`${url}/hooks/push`, { method: 'POST' })).rejects.toThrow();
  await repository.commit({ 'docs/c.md': 'c' }, 'Add c');
  await triggers.update();
  await aWhile();
  expect([fired, warnings]).toEqual([[], []]);
});

test('P7 melodies that come and go are armed and disarmed by an update', async () => {
  let melodies: readonly Melody[] = [];
  const { triggers, fired, untimed, call } = await stage(() => melodies);
  expect([fired, triggers.webhooks()]).toEqual([[], null]);
  melodies = ALL;
  await triggers.update();
  expect(untimed().map((each) => each.melody)).toEqual(['by-item']);
  expect(await call('push')).toBe(202);
  await triggers.update();
  expect(untimed()).toHaveLength(2);
  melodies = [];
  await triggers.update();
  expect(triggers.webhooks()).toBeNull();
});
