import { MemoryStore } from '@symphony/adapters/store/memory';
import { Conductor, type Ports } from '@symphony/conductor';
import type { AgentStart, LogEvent, Part } from '@symphony/domain';
import { DATES_PART, DATES_PLAN, evaluateName, SETTINGS, trackedItem } from '@symphony/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redactor } from '../../src/hosting/index.ts';
import { missionDesk } from '../../src/hosting/mission-desk.ts';
import { RunDesk } from '../../src/hosting/run-desk.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { call, connect, openHost } from '../mcp/stage.ts';

const part = (worker: string, change: Partial<Part> = {}): Part => ({
  ...DATES_PART,
  item: `dates-${worker}`,
  worker,
  scope: [`src/${worker}/**`],
  ...change,
});

/** A mission in its first cycle, with these parts on the board. */
const begun = (parts: readonly Part[]): LogEvent[] => [
  { type: 'settings-applied', settings: SETTINGS },
  { type: 'mission-planned', mission: 'dates', plan: DATES_PLAN, by: 'ada' },
  { type: 'mission-approved', mission: 'dates', by: 'ada' },
  {
    type: 'mission-stepped',
    mission: 'dates',
    step: 'working',
    phase: 'implementation',
    cycle: 1,
    reason: '',
  },
  ...parts.flatMap((each): LogEvent[] => [
    { type: 'mission-part-made', mission: 'dates', part: each },
    { type: 'item-seen', item: each.item, tracked: trackedItem(each.item) },
  ]),
];

/** A conductor over this log. It is only told things here: nothing is started, so no port is needed. */
function conduct(events: readonly LogEvent[]) {
  const store = new MemoryStore();
  store.append(1, events);
  const conductor = new Conductor({
    store,
    ports: {} as Ports,
    clock: new SystemClock(0),
    chance: Math.random,
    names: (prefix) => prefix,
    only: null,
    evaluate: evaluateName,
    onEntry: () => undefined,
    onFatal: (message) => {
      throw new Error(message);
    },
    onWarning: () => undefined,
    onRest: () => undefined,
  });
  const redact = redactor(['given-secret']);
  const desk = (item: string): RunDesk =>
    new RunDesk(
      { run: `run-${item}`, item: trackedItem(item), attempt: 1, cwd: '/chamber' } as AgentStart,
      {
        tracker: {
          kind: 'none',
          fetchByStates: async () => ({ items: [], problems: [] }),
          fetchByIds: async () => [],
        },
        post: (input, answered) => conductor.post(redact(input), answered),
        state: () => conductor.state,
        settings: () => SETTINGS,
      },
      () => undefined,
    );
  return { conductor, store, desk };
}

const DEVIATION = { severity: 'major', expected: 'e', action: 'a', reasoning: 'r', impact: 'i' } as const;

describe('the desk of a part of a mission', () => {
  test('M4 more scope is granted where nobody works, and refused where somebody does', async () => {
    const { desk, conductor } = conduct(begun([part('parse'), part('print')]));
    const { mission } = desk('dates-parse');
    expect(await mission?.requestScope({ paths: ['src/print/date.ts'], why: 'One table.' })).toEqual({
      granted: false,
      why: expect.stringMatching(/^print works there/),
    });
    expect(await mission?.requestScope({ paths: ['docs/**'], why: 'It must be said.' })).toMatchObject({
      granted: true,
    });
    expect(conductor.state.missionParts.get('dates-parse')?.part.scope).toEqual(['src/parse/**', 'docs/**']);
    expect((await desk('dates-parse').getContext()).mission?.scope).toEqual(['src/parse/**', 'docs/**']);
  });

  test('M3 M4 what is told changes the mission, and is in what everybody is told next', async () => {
    const { desk } = conduct(begun([part('parse'), part('print')]));
    const { mission } = desk('dates-parse');
    await mission?.updateUnderstanding({ text: 'Only new files.', why: 'the old ones are gone' });
    await mission?.addRequirement({ text: 'Zones are kept.', why: 'old files have them' });
    await mission?.recordRule({ area: 'validation', text: 'A date has a year.', why: 'the form' });
    await mission?.handOn({ key: 'actual_entry_points', values: ['parse(text)'] });
    await desk('dates-parse').recordDeviation({ ...DEVIATION, discovered: 'three formats' });
    expect((await desk('dates-print').getContext()).mission).toEqual({
      id: 'dates',
      phase: 'implementation',
      cycle: 1,
      yourPart: { worker: 'print', title: DATES_PART.title, task: DATES_PART.task },
      scope: ['src/print/**'],
      understanding: 'Only new files.',
      requirements: ['Zones are kept.'],
      rules: [{ area: 'validation', text: 'A date has a year.' }],
      criteria: ['The tests pass', 'Old files can be read'],
      deviations: [
        {
          id: 'D1',
          worker: 'parse',
          severity: 'major',
          expected: 'e',
          discovered: 'three formats',
          action: 'a',
          decision: null,
        },
      ],
      otherWorkers: [{ id: 'parse', title: 'Read dates', scope: ['src/parse/**'] }],
      handedOn: [
        { phase: 'implementation', worker: 'parse', key: 'actual_entry_points', values: ['parse(text)'] },
      ],
    });
  });

  test('M4 no secret in any of it', async () => {
    const { desk, store } = conduct(begun([part('parse')]));
    const own = desk('dates-parse');
    const text = 'the key is given-secret';
    await own.mission?.updateUnderstanding({ text, why: text });
    await own.mission?.addRequirement({ text, why: text });
    await own.mission?.recordRule({ area: 'calculation', text, why: text });
    await own.mission?.handOn({ key: 'facts', values: [text] });
    await own.mission?.requestScope({ paths: ['docs/given-secret/**'], why: text });
    await own.recordDeviation({ ...DEVIATION, discovered: text, affects: ['docs/given-secret/**'] });
    const recorded = store.read(0, 1_000, { types: ['tool-reported'] });
    expect(recorded).toHaveLength(6);
    const everything = JSON.stringify([store.read(0, 1_000), await own.getContext()]);
    expect(everything).toContain('[hidden]');
    expect(everything).not.toContain('given-secret');
  });

  test('M4 work outside missions, and whoever plans one, has no mission to speak of', async () => {
    const plan = part('plan', { kind: 'plan', worker: null, phase: null });
    const { desk } = conduct([
      ...begun([plan]),
      { type: 'item-seen', item: 'S-1', tracked: trackedItem('S-1') },
    ]);
    for (const item of ['S-1', plan.item]) {
      expect(desk(item).mission).toBeUndefined();
      expect((await desk(item).getContext()).mission).toBeNull();
    }
  });

  test('M4 a conductor that stops says neither yes nor no', async () => {
    const { conductor } = conduct(begun([part('parse')]));
    const silent = missionDesk(conductor.state, 'dates-parse', async () => null);
    await expect(silent?.requestScope({ paths: ['docs/**'], why: 'w' })).rejects.toThrow(/is stopping/);
  });
});

test('M3 M4 ten agents record at the same instant and none is lost', { timeout: 60_000 }, async () => {
  const workers = Array.from({ length: 10 }, (_, at) => `w${at}`);
  const { desk, conductor, store } = conduct(begun(workers.map((worker) => part(worker))));
  onTestFinished(() => conductor.close('done', 0, async () => undefined));
  const { host, warnings } = await openHost();
  const clients = await Promise.all(
    workers.map(async (worker) => ({
      worker,
      client: await connect(host.admit(desk(`dates-${worker}`)).server),
    })),
  );
  const times = 10;
  const calls = clients.flatMap(({ worker, client }) =>
    Array.from({ length: times }, (_, at) => [
      call(client, 'record_deviation', { ...DEVIATION, discovered: `${worker} found ${at}` }),
      call(client, 'add_requirement', { text: `${worker} needs ${at}`, why: 'w' }),
    ]).flat(),
  );
  for (const told of await Promise.all(calls)) expect(told.isError).toBe(false);
  const expected = (verb: string) =>
    workers.flatMap((worker) => Array.from({ length: times }, (_, at) => `${worker} ${verb} ${at}`)).sort();

  const mission = conductor.mission('dates');
  expect(mission?.recorded.map(({ discovered }) => discovered).sort()).toEqual(expected('found'));
  expect(new Set(mission?.recorded.map(({ id }) => id)).size).toBe(workers.length * times);
  for (const { worker, discovered } of mission?.recorded ?? []) expect(discovered).toMatch(`${worker} found`);
  expect(mission?.understanding?.requirements.map(({ text }) => text).sort()).toEqual(expected('needs'));
  expect(store.read(0, 10_000, { types: ['tool-reported'] })).toHaveLength(2 * workers.length * times);
  expect(warnings).toEqual([]);
});
