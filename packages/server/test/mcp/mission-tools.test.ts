import { HAND_ON_KEYS } from '@symphony/domain';
import { expect, test } from 'vitest';
import type { MissionContext, MissionTools } from '../../src/mcp/index.ts';
import { type Asked, call, connect, openHost, runTools } from './stage.ts';

const OF_MISSIONS = [
  'add_requirement',
  'hand_on',
  'record_business_rule',
  'request_scope',
  'update_understanding',
];

/** What a part of a mission can have done, and what it was asked. */
function missionTools(): MissionTools & { readonly asked: Asked } {
  const asked: Asked = [];
  const note = async (method: string, value: unknown) => void asked.push([method, value]);
  return {
    asked,
    updateUnderstanding: (change) => note('understanding', change),
    addRequirement: (requirement) => note('requirement', requirement),
    recordRule: (rule) => note('rule', rule),
    handOn: (handed) => note('hand-on', handed),
    async requestScope(wanted) {
      await note('scope', wanted);
      const granted = !wanted.paths.includes('src/print/**');
      return { granted, why: granted ? 'Nobody else works there.' : 'print works there.' };
    },
  };
}

const DEVIATION = { expected: 'e', discovered: 'd', action: 'a', reasoning: 'r', impact: 'i' };

test('M4 a part of a mission tells what it finds, and asks for more to work on', async () => {
  const { host } = await openHost();
  const mission = missionTools();
  const tools = runTools('dates-parse', { mission });
  const client = await connect(host.admit(tools).server);
  const said = async (name: string, args: Record<string, unknown>) => (await call(client, name, args)).text;

  expect(await said('update_understanding', { text: 'Only new files.', why: 'w' })).toMatch(/^Recorded\./);
  expect(await said('add_requirement', { text: 'Zones are kept.', why: 'w' })).toBe('Recorded.');
  const rule = { area: 'validation', text: 'A date has a year.', why: 'w' };
  expect(await said('record_business_rule', rule)).toBe('Recorded.');
  const handed = { key: 'key_interfaces', values: ['parse(text)'] };
  expect(await said('hand_on', handed)).toBe('Handed on: key_interfaces.');
  const wanted = { paths: ['src/print/**'], why: 'One table.' };
  expect(await said('request_scope', wanted)).toBe('Not granted. print works there.');
  expect(await said('request_scope', { ...wanted, paths: ['docs/**'] })).toBe(
    'Granted. Nobody else works there.',
  );
  expect(mission.asked).toEqual([
    ['understanding', { text: 'Only new files.', why: 'w' }],
    ['requirement', { text: 'Zones are kept.', why: 'w' }],
    ['rule', rule],
    ['hand-on', handed],
    ['scope', wanted],
    ['scope', { ...wanted, paths: ['docs/**'] }],
  ]);
  await said('record_deviation', { severity: 'fundamental', ...DEVIATION, affects: ['src/read/**'] });
  expect(tools.asked).toEqual([
    ['deviation', { severity: 'fundamental', ...DEVIATION, affects: ['src/read/**'] }],
  ]);
});

test('M4 what is of missions is offered only to runs that are a part of one', async () => {
  const { host } = await openHost();
  const names = async (tools: ReturnType<typeof runTools>) => {
    const listed = await (await connect(host.admit(tools).server)).listTools();
    return listed.tools.map(({ name }) => name);
  };
  const outside = await names(runTools('A-1'));
  for (const name of OF_MISSIONS) expect(outside).not.toContain(name);
  const inside = await names(runTools('A-1', { mission: missionTools() }));
  expect(inside.filter((name) => !outside.includes(name)).sort()).toEqual(OF_MISSIONS);
});

test('M4 M6 what does not fit is a tool error, and nothing is recorded', async () => {
  const { host } = await openHost();
  const mission = missionTools();
  const client = await connect(host.admit(runTools('A-1', { mission })).server);
  const wrong: readonly [string, Record<string, unknown>][] = [
    ['update_understanding', { text: 'x' }],
    ['update_understanding', { text: 'x'.repeat(20_001), why: 'w' }],
    ['record_business_rule', { area: 'weather', text: 'x', why: 'w' }],
    ['hand_on', { key: 'anything', values: ['x'] }],
    ['hand_on', { key: HAND_ON_KEYS[0], values: [] }],
    ['request_scope', { paths: [], why: 'w' }],
    ['request_scope', { paths: Array(101).fill('a'), why: 'w' }],
    ['record_deviation', { severity: 'minor', ...DEVIATION, affects: ['x'.repeat(501)] }],
  ];
  for (const [name, args] of wrong)
    expect(await call(client, name, args), name).toMatchObject({ isError: true });
  expect(mission.asked).toEqual([]);
});

test('M3 M7 get_context tells a part of a mission all of it, and others nothing', async () => {
  const { host } = await openHost();
  const context = await runTools('A-1').getContext();
  const mission: MissionContext = {
    id: 'dates',
    phase: 'implementation',
    cycle: 2,
    yourPart: { worker: 'parse', title: 'Read dates', task: 'Read them.' },
    scope: ['src/parse/**'],
    understanding: 'Only new files.',
    requirements: ['Zones are kept.'],
    rules: [{ area: 'validation', text: 'A date has a year.' }],
    criteria: ['The tests pass'],
    deviations: [
      {
        id: 'D1',
        worker: 'print',
        severity: 'major',
        expected: 'e',
        discovered: 'd',
        action: 'a',
        decision: { verdict: 'adopt', instruction: '', rationale: 'better', by: 'ada' },
      },
    ],
    otherWorkers: [{ id: 'print', title: 'Write dates', scope: ['src/print/**'] }],
    handedOn: [{ phase: 'architecture', worker: 'plan', key: 'key_interfaces', values: ['parse'] }],
  };
  const inside = runTools('A-1', { getContext: async () => ({ ...context, mission }) });
  const told = await call(await connect(host.admit(inside).server), 'get_context');
  expect(JSON.parse(told.text).mission).toEqual(mission);
  const outside = await call(await connect(host.admit(runTools('A-1')).server), 'get_context');
  expect(JSON.parse(outside.text)).not.toHaveProperty('mission');
});
