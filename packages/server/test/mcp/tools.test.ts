import { PortError } from '@symphony/domain';
import { expect, test } from 'vitest';
import type { RunTools } from '../../src/mcp/index.ts';
import { call, connect, openHost, runTools } from './stage.ts';

/** The two ways of today's programs: by sessions, and each request for itself. */
const revisions = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
] as const;

for (const [revision, options] of revisions)
  test(`M4 every tool does for its own run what it says (${revision})`, async () => {
    const { host } = await openHost();
    const tools = runTools('A-1');
    const client = await connect(host.admit(tools).server, options);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const said = async (name: string, args?: Record<string, unknown>) =>
      (await call(client, name, args)).text;

    expect(await said('report_progress', { text: 'Reading', percent: 10 })).toBe('Reported.');
    expect(await said('report_progress', { text: ' Writing ' })).toBe('Reported.');
    expect(
      await said('ask_human', { question: 'Which colour?', choices: ['Red', 'Blue'], default: 'Red' }),
    ).toBe('Blue.');
    const deviation = { expected: 'e', discovered: 'd', action: 'a', reasoning: 'r', impact: 'i' };
    expect(await said('record_deviation', { severity: 'major', ...deviation })).toMatch(/stub/);
    expect(await said('share_discovery', { title: 'T', detail: 'D' })).toBe('Shared.');
    expect(await said('tracker_comment', { text: 'Hello' })).toBe('Commented.');
    expect(await said('tracker_move', { state: 'Done' })).toBe('Moved to Done.');
    expect(await said('tracker_create', { title: 'Next', description: 'More' })).toBe(
      'Created NEW-1. A person decides when it is worked on.',
    );
    expect(tools.asked).toEqual([
      ['progress', { text: 'Reading', percent: 10 }],
      ['progress', { text: 'Writing', percent: null }],
      ['ask', { question: 'Which colour?', choices: ['Red', 'Blue'], default: 'Red' }],
      ['deviation', { severity: 'major', ...deviation }],
      ['discovery', { title: 'T', detail: 'D', critical: false }],
      ['comment', 'Hello'],
      ['move', 'Done'],
      ['create', { title: 'Next', description: 'More', labels: [], priority: null }],
    ]);
    const context = JSON.parse(await said('get_context'));
    expect(context).toMatchObject({
      item: { id: 'A-1', fields: { size: 'small' } },
      chamber: '/chambers/A-1',
      branch: 'symphony/A-1',
      attempt: 3,
      budgetLeft: { usd: 1.5, tokens: null },
      verify: ['npm test'],
      discoveries: [{ title: 'Old API', from: 'X-9', at: '1970-01-01T00:00:00.000Z' }],
    });
    expect(JSON.stringify(context)).not.toContain('secretOfTheTracker');
    expect(JSON.parse(await said('tracker_read'))).toMatchObject({ id: 'A-1' });
    expect(JSON.parse(await said('tracker_read', { id: 'B-2' }))).toMatchObject({ id: 'B-2' });
  });

test('M4 svc-A8 only what the tracker can do is offered, and every tool explains itself', async () => {
  const { host } = await openHost();
  const { read } = runTools('A-1').tracker;
  const client = await connect(host.admit(runTools('A-1', { tracker: { read } })).server);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'ask_human',
    'get_context',
    'record_deviation',
    'report_progress',
    'share_discovery',
    'tracker_read',
  ]);
  for (const { description, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(40);
    expect(annotations?.destructiveHint).toBe(false);
  }
  expect(client.getInstructions()).toContain('get_context');
});

test('M4 two runs at once see only their own item', async () => {
  const { host } = await openHost();
  const [a, b] = [runTools('A-1'), runTools('B-2')];
  const [inA, inB] = await Promise.all([a, b].map((tools) => connect(host.admit(tools).server)));
  if (!inA || !inB) throw new Error('unreachable');
  const ids = await Promise.all(
    [inA, inB, inA, inB].map(async (client) => JSON.parse((await call(client, 'get_context')).text).item.id),
  );
  expect(ids).toEqual(['A-1', 'B-2', 'A-1', 'B-2']);
  await call(inB, 'tracker_comment', { text: 'mine' });
  expect([a.asked, b.asked]).toEqual([[], [['comment', 'mine']]]);
});

test('M4 what cannot be done is a tool error of one sentence, and the session goes on', async () => {
  const { host, warnings } = await openHost({ limitMs: 100 });
  const changes: Partial<RunTools> = {
    recordDeviation: () => Promise.reject(new Error('no such table: secrets')),
    shareDiscovery: () => new Promise(() => undefined),
    tracker: {
      read: (id) =>
        Promise.reject(
          new PortError({ code: 'missing', message: `There is no item ${id}.`, nextStep: 'Check the id.' }),
        ),
    },
  };
  const client = await connect(host.admit(runTools('A-1', changes)).server);
  expect(await call(client, 'tracker_read', { id: 'Z' })).toEqual({
    text: 'There is no item Z. Check the id.',
    isError: true,
  });
  const deviation = { expected: 'e', discovered: 'd', action: 'a', reasoning: 'r', impact: 'i' };
  const broken = await call(client, 'record_deviation', { severity: 'minor', ...deviation });
  expect(broken.isError).toBe(true);
  expect(broken.text).not.toContain('secrets');
  expect(warnings).toEqual(['The host tool record_deviation failed: no such table: secrets']);
  const stuck = await call(client, 'share_discovery', { title: 'T', detail: 'D' });
  expect(stuck).toMatchObject({ isError: true, text: expect.stringContaining('within 0.1 seconds') });
  for (const wrong of [{ text: '' }, { text: 'x', percent: 101 }, {}, { text: 5 }])
    expect(await call(client, 'report_progress', wrong)).toMatchObject({ isError: true });
  expect(await call(client, 'report_progress', { text: 'still here' })).toMatchObject({ isError: false });
});
