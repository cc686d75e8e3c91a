import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Json, Worker } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { missionPlan, missionWorker } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOffline } from '../../src/offline.ts';
import type { Orchestra } from '../../src/orchestra.ts';
import { type Hall, openHall } from './playing.ts';

let hall: Hall;
beforeEach(async () => {
  hall = await openHall();
});
afterEach(() => hall.clear());

const worker = (id: string): Worker =>
  missionWorker(id, {
    rehearsal: [{ write: { path: `src/${id}/a.txt`, text: id } }, { commit: `Build ${id}` }],
  });

const PLAN = missionPlan([worker('one'), worker('two')], {
  request: 'Convert all units.',
  understanding: 'Metric inside.',
  criteria: [{ text: 'Both are there', check: 'test -f src/one/a.txt && test -f src/two/a.txt' }],
});

const start = (client: ConductorClient, approved: boolean) =>
  client.command({ name: 'mission-start', plan: PLAN, approved, by: 'ada' });

/** Resolves with the first entry that fits. */
const heard = (orchestra: Orchestra, fits: (entry: Entry) => boolean): Promise<Entry> =>
  new Promise((resolve) => {
    void orchestra.client.follow(0, (entry) => {
      if (fits(entry)) resolve(entry);
    });
  });

async function offline<T>(use: (client: ConductorClient) => Promise<T>): Promise<T> {
  const client = await openOffline(hall.workplace);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('a mission in a real repository', { timeout: 60_000 }, () => {
  test('M8 M12 is approved, played, proved and merged, and can be asked about without a conductor', async () => {
    const orchestra = await hall.start();
    expect(await start(orchestra.client, false)).toMatchObject({ accepted: true, run: 'units' });
    expect((await orchestra.client.status()).inbox).toMatchObject([
      { item: 'units', question: { id: 'plan' } },
    ]);
    expect(await orchestra.client.command({ name: 'approve', id: 'UNITS', by: 'ada' })).toMatchObject({
      accepted: true,
    });
    await heard(orchestra, ({ event }) => event.type === 'mission-ended');
    expect(await orchestra.client.ask('mission', { id: 'Units' })).toMatchObject({
      outcome: 'done',
      merges: [{ queued: ['units-one', 'units-two'], left: [] }],
    });
    expect(await hall.repository.git('ls-tree', '-r', '--name-only', 'main', 'src')).toBe(
      'src/one/a.txt\nsrc/two/a.txt',
    );
    await orchestra.stop('graceful');
    const view = await offline((client) => client.ask('mission', { id: 'units' }));
    expect(view).toMatchObject({ id: 'units', step: 'ended', outcome: 'done' });
    expect(readdirSync(join(hall.workplace.folder, 'missions', 'units'))).toContain('MISSION_CONTEXT.json');
  });

  test('M4 M5 M8 an agent records a deviation and asks for scope; a person decides, and it goes on', async () => {
    const told = { expected: 'a table', action: 'a stub', reasoning: 'it is there', impact: 'small' };
    const deviation = { ...told, severity: 'major', discovered: 'a tree' };
    const tools = [
      { tool: { name: 'get_context', must: true } },
      { say: '{{result}}' },
      { tool: { name: 'record_deviation', arguments: deviation, must: true } },
      {
        tool: {
          name: 'request_scope',
          arguments: { paths: ['docs/**'], why: 'It is told there.' },
          must: true,
        },
      },
      { say: '{{result}}' },
      { write: { path: 'docs/units.md', text: 'Units.' } },
    ];
    const [one, two] = PLAN.workers as [Worker, Worker];
    const scripted = { ...one, rehearsal: [...tools, ...(one.rehearsal as object[])] as Json };
    const orchestra = await hall.start();
    const plan = { ...PLAN, workers: [scripted, two] };
    await orchestra.client.command({ name: 'mission-start', plan, approved: true, by: 'ada' });
    await heard(orchestra, ({ event }) => event.type === 'mission-stepped' && event.step === 'deciding');
    const said = await orchestra.client.events(0, 10_000, { item: 'units-one', types: ['agent-reported'] });
    const words = said.flatMap(({ event }) =>
      event.type === 'agent-reported' && event.event.type === 'message' ? [event.event.text] : [],
    );
    expect(JSON.parse(words[0] ?? '{}').mission).toMatchObject({ id: 'units', scope: ['src/one/**'] });
    expect(words[1]).toMatch(/^Granted\. Nobody else works there/);
    expect((await orchestra.client.status()).inbox).toMatchObject([
      { item: 'units', question: { id: 'D1' } },
    ]);
    const answer = { name: 'answer', id: 'units', question: 'd1', text: 'adopt', by: 'ada' } as const;
    expect(await orchestra.client.command(answer)).toMatchObject({ accepted: true });
    await heard(orchestra, ({ event }) => event.type === 'mission-ended');
    expect(await orchestra.client.ask('mission', { id: 'units' })).toMatchObject({
      outcome: 'done',
      recorded: [
        { id: 'D1', worker: 'one', discovered: 'a tree', decision: { verdict: 'adopt', by: 'ada' } },
      ],
    });
    expect(await hall.repository.git('show', 'main:docs/units.md')).toBe('Units.');
  });

  test('M12 what is decided while no conductor runs counts at the next start', async () => {
    await (await hall.start()).stop('graceful');
    expect(await offline((client) => start(client, false))).toMatchObject({ accepted: true, run: 'units' });
    const answer = { name: 'answer', id: 'units', question: 'plan', text: 'approve', by: 'ada' } as const;
    expect(await offline((client) => client.command(answer))).toMatchObject({
      accepted: true,
      message: expect.stringContaining('symphony run'),
    });
    expect((await hall.play()).code).toBe(0);
    expect(await offline((client) => client.ask('mission', { id: 'units' }))).toMatchObject({
      outcome: 'done',
    });
  });

  test('M12 one that is not there, or not playable, is told with what to do', async () => {
    const { client } = await hall.start();
    await expect(client.ask('mission', { id: 'gone' })).rejects.toMatchObject({
      code: 'missing',
      nextStep: '`symphony mission status` lists them.',
    });
    const lazy = { ...PLAN, workers: [worker('one'), { ...worker('two'), scope: ['src/one/**'] }] };
    const refused = await client.command({ name: 'mission-start', plan: lazy, approved: true, by: 'ada' });
    expect(refused.accepted).toBe(false);
    expect(refused.message).toContain('own the same files');
    const judged = await client.ask('check-mission', { text: 'name: units\ntitle: [' });
    expect(judged).toMatchObject({ plan: null, problems: [expect.objectContaining({ line: 2 })] });
    expect(
      await client.command({ name: 'kill', id: 'units', by: 'ada' }).catch((error) => error),
    ).toMatchObject({
      code: 'missing',
    });
  });
});

test('M10 agents that change the same place are seen while they work', { timeout: 60_000 }, async () => {
  const clash = (text: string) => [
    { write: { path: 'shared.txt', text } },
    { say: 'I go on.' },
    { sleep: '120s' },
  ];
  hall.item('A', clash('one\n'));
  hall.item('B', clash('two\n'));
  const orchestra = await hall.start();
  const { event } = await heard(orchestra, (entry) => entry.event.type === 'collision-seen');
  expect(event).toMatchObject({ collision: { files: ['shared.txt'], sure: true } });
  expect((await orchestra.client.status()).collisions).toHaveLength(1);
  await orchestra.client.command({ name: 'kill', id: 'B', by: 'ada' });
  await heard(orchestra, (entry) => entry.event.type === 'collision-gone');
  expect((await orchestra.client.status()).collisions).toEqual([]);
  await orchestra.stop('now');
  expect(await hall.repository.git('status', '--porcelain', '--untracked-files=no')).toBe('');
});
