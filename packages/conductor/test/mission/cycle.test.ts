import { trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { deviation, MissionWorld, planOf, worker } from './mission-world.ts';

const mark = { severity: 'major', file: 'src/a/x.ts', line: 3, text: 'a tree' } as const;

describe('a mission that goes as planned', () => {
  test('M8 its workers play side by side, are merged into its branch, and it is handed off once', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')])).play();
    expect(world.mission).toMatchObject({ step: 'ended', outcome: 'done' });
    expect(world.merges.map(({ item }) => item).sort()).toEqual(['mission/units', 'units-a', 'units-b']);
    expect(world.heads.get('symphony/mission/units')).toBeGreaterThan(0);
    expect(world.heads.get('main')).toBe(1);
    expect(world.accounts).toBe(true);
    expect(world.mission.merges).toMatchObject([
      { phase: 'implementation', cycle: 1, queued: ['units-a', 'units-b'] },
    ]);
  });

  test('M6 nothing is spent before it is approved', () => {
    const world = new MissionWorld(planOf([worker('a')]), { approved: false }).play();
    expect(world.mission.step).toBe('planned');
    expect(world.tracker.size).toBe(0);
    expect(world.view.questions).toMatchObject([{ id: 'plan', choices: ['approve', 'abort'] }]);
    world.answerMission('plan', 'approve');
    expect(world.play().mission.outcome).toBe('done');
  });

  test('M8 who needs another begins in the next cycle, from the merged state', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b', { needs: ['a'] })])).play();
    expect(world.mission.merges.map(({ cycle, queued }) => [cycle, queued])).toEqual([
      [1, ['units-a']],
      [2, ['units-b-c2']],
    ]);
    expect(world.mission.outcome).toBe('done');
  });

  test('M6 phases follow each other, and a phase that is not parallel is played one by one', () => {
    const plan = planOf([
      worker('a'),
      worker('v1', { phase: 'validation' }),
      worker('v2', { phase: 'validation', scope: ['docs/**'] }),
    ]);
    const world = new MissionWorld(plan).play();
    expect(world.mission.merges.map(({ phase, cycle, queued }) => [phase, cycle, queued])).toEqual([
      ['implementation', 1, ['units-a']],
      ['validation', 1, ['units-v1']],
      ['validation', 2, ['units-v2-c2']],
    ]);
  });

  test('M1 chambers of a mission have its branch for their target; the others the usual one', () => {
    const world = new MissionWorld(planOf([worker('a')]));
    world.play(() => world.pending.some(({ type }) => type === 'prepare-chamber'));
    expect(world.pending.find(({ type }) => type === 'prepare-chamber')).toMatchObject({
      item: 'units-a',
      target: 'symphony/mission/units',
    });
  });

  test('limits.parallel bounds its chambers', () => {
    const workers = ['a', 'b', 'c', 'd'].map((id) => worker(id));
    const world = new MissionWorld(planOf(workers, { limits: { ...planOf([]).limits, parallel: 2 } }));
    let most = 0;
    world.play(() => {
      most = Math.max(most, [...world.state.items.values()].filter(({ run }) => run !== null).length);
      return false;
    });
    expect(most).toBe(2);
    expect(world.mission.outcome).toBe('done');
  });

  test('in review mode a person lets it be merged into the target', () => {
    const world = new MissionWorld(planOf([worker('a')]), { mode: 'review' }).play();
    expect(world.view.questions).toMatchObject([{ id: 'handoff' }]);
    world.answerMission(null, 'merge');
    expect(world.play().mission.outcome).toBe('done');
  });
});

describe('deviations', () => {
  test('M5 a minor one is listed and nobody is asked', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.before.set('units-a', (run) => world.record('units-a', run, deviation('minor')));
    world.play();
    expect(world.mission.outcome).toBe('done');
    expect(world.mission.deviations).toMatchObject([
      { id: 'D1', severity: 'minor', worker: 'a', decision: null },
    ]);
  });

  test('M8 a major one is decided by a person; rework is played in the next cycle', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.before.set('units-a', (run) => world.record('units-a', run, deviation('major')));
    world.play();
    expect(world.mission.step).toBe('deciding');
    expect(world.view.questions).toMatchObject([{ id: 'D1', choices: ['adopt', 'rework', 'reject'] }]);
    world.answerMission('D1', 'rework: use the tree');
    world.play();
    expect(world.mission.outcome).toBe('done');
    const reworked = world.mission.parts.find(({ kind }) => kind === 'rework');
    expect(reworked).toMatchObject({ worker: 'a', cycle: 2, about: ['D1'] });
    expect(reworked?.task).toContain('use the tree');
  });

  test('M8 a rule decides without anybody being asked', () => {
    const rules = [
      { severity: 'major', about: 'TREE', worker: null, verdict: 'adopt', instruction: '' },
    ] as const;
    const world = new MissionWorld(planOf([worker('a')], { rules }));
    world.before.set('units-a', (run) => world.record('units-a', run, deviation('major')));
    expect(world.play().mission.outcome).toBe('done');
    expect(world.mission.deviations[0]?.decision).toMatchObject({ verdict: 'adopt', by: 'rule 1' });
  });

  test('M8 the strong player decides where no rule does, and its advice is not merged', () => {
    const world = new MissionWorld(planOf([worker('a')], { decider: 'first' }));
    world.before.set('units-a', (run) => world.record('units-a', run, deviation('major')));
    world.advise = () => ({
      kind: 'decide',
      decisions: [{ deviation: 'D1', verdict: 'adopt', instruction: '', rationale: 'trees are fine' }],
    });
    expect(world.play().mission.outcome).toBe('done');
    expect(world.mission.deviations[0]?.decision).toMatchObject({ verdict: 'adopt', by: 'player first' });
    expect(world.merges.map(({ item }) => item)).not.toContain('units-decide');
  });

  test('M8 rejected work is not merged, says why, and its task is played again', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.before.set('units-a', (run) => world.record('units-a', run, deviation('major')));
    world.play();
    world.answerMission('D1', 'reject: keep the table');
    world.play();
    expect(world.mission.outcome).toBe('done');
    expect(world.merges.map(({ item }) => item)).not.toContain('units-a');
    expect(world.mission.merges[0]?.left).toMatchObject([
      { item: 'units-a', reason: expect.stringContaining('D1 was rejected') },
    ]);
    expect(world.merges.map(({ item }) => item)).toContain('units-a-c2');
    expect(world.accounts).toBe(true);
  });

  test('M5 a fundamental one holds who has not begun in its zone, until it is decided and merged', () => {
    const plan = planOf([worker('a'), worker('b', { scope: ['src/b/**'] }), worker('c')], {
      limits: { ...planOf([]).limits, parallel: 1 },
    });
    const world = new MissionWorld(plan);
    world.before.set('units-a', (run) =>
      world.record('units-a', run, deviation('fundamental', { affects: ['src/b/**'] })),
    );
    world.play();
    expect(world.mission.step).toBe('deciding');
    expect(world.state.items.get('units-b')).toMatchObject({ state: 'open', attempt: 0 });
    expect(world.state.items.get('units-c')?.state).toBe('handed_off');
    world.answerMission('D1', 'adopt');
    world.play();
    expect(world.mission.outcome).toBe('done');
    expect(world.mission.parts.find(({ item }) => item === 'units-b')?.cycle).toBe(2);
    expect(world.merges.map(({ item }) => item)).toContain('units-b');
  });

  test('M4 a mark in the code becomes a deviation, once, also when it was told as well', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.marks.set('units-a', [mark]);
    world.marks.set('units-b', [{ ...mark, file: 'src/b/y.ts', severity: 'minor', text: 'shorter' }]);
    world.before.set('units-a', (run) =>
      world.record('units-a', run, deviation('major', { discovered: 'a tree' })),
    );
    world.play();
    expect(
      world.mission.deviations.map(({ source, severity, mark: found }) => [source, severity, found?.file]),
    ).toEqual([
      ['tool', 'major', 'src/a/x.ts'],
      ['mark', 'minor', 'src/b/y.ts'],
    ]);
  });

  test('M8 marks are purged by an item whose check is that they are gone, and each removal is on record', () => {
    const world = new MissionWorld(planOf([worker('a')]));
    world.marks.set('units-a', [mark]);
    world.play();
    world.answerMission('D1', 'adopt');
    world.play();
    expect(world.mission.outcome).toBe('done');
    const purge = world.mission.parts.find(({ kind }) => kind === 'purge');
    expect(purge?.checks).toEqual([expect.stringContaining('git grep')]);
    expect(world.mission.purges).toMatchObject([{ removed: [mark] }]);
    expect(world.merged.get('symphony/mission/units')).toEqual([]);
  });

  test('M8 marks of work that goes on stay until it is done', () => {
    const world = new MissionWorld(planOf([worker('a')]));
    world.marks.set('units-a', [mark]);
    world.play();
    world.answerMission('D1', 'rework: use the tree');
    world.play();
    const kinds = world.mission.parts.map(({ kind }) => kind);
    expect(kinds.indexOf('rework')).toBeLessThan(kinds.indexOf('purge'));
    expect(world.mission.outcome).toBe('done');
  });
});

describe('limits', () => {
  test('M8 when cycles run out a person says what becomes of the rest', () => {
    const plan = planOf([worker('a')], { limits: { ...planOf([]).limits, cycles: 1 } });
    const world = new MissionWorld(plan);
    world.before.set('units-a', (run) => world.record('units-a', run, deviation('major')));
    world.play();
    world.answerMission('D1', 'rework: again');
    world.play();
    expect(world.view.questions).toMatchObject([
      { id: 'cycles', choices: ['one more', 'stop here', 'abort'] },
    ]);
    world.answerMission(null, 'one more');
    expect(world.play().mission.outcome).toBe('done');
  });

  test('M8 criteria that fail become work, and those without a check are a person’s', () => {
    const plan = planOf([worker('a')], { criteria: [{ text: 'People like it', check: null }] });
    const world = new MissionWorld(plan).play();
    expect(world.view.questions).toMatchObject([
      { id: 'criteria', text: expect.stringContaining('People like it') },
    ]);
    world.answerMission(null, 'one more: make it nicer');
    world.play();
    expect(world.mission.parts.at(-1)).toMatchObject({
      kind: 'rework',
      task: expect.stringContaining('nicer'),
    });
    world.answerMission(null, 'yes');
    expect(world.play().mission.outcome).toBe('done');
  });

  test('C15 a mission has a cap of its own: nothing of it starts beyond, and a person may allow more', () => {
    const plan = planOf([worker('a'), worker('b', { needs: ['a'] })], {
      limits: { ...planOf([]).limits, usd: 0.01 },
    });
    const world = new MissionWorld(plan).play();
    expect(world.mission.merges).toHaveLength(1);
    expect(world.view.questions).toMatchObject([{ id: 'money' }]);
    expect(world.state.items.get('units-b-c2')?.state).toBe('open');
    world.answerMission(null, 'go on');
    world.answerMission(null, 'go on');
    expect(world.play().mission.outcome).toBe('done');
  });

  test('C15 whoever crosses the cap of its mission is ended at once, and goes on when more is allowed', () => {
    const plan = planOf([worker('a'), worker('b')], { limits: { ...planOf([]).limits, usd: 0.015 } });
    const world = new MissionWorld(plan).play();
    const stopped = [...world.state.items.values()].filter(({ state }) => state === 'needs_human');
    expect(stopped.map(({ reason }) => reason)).toEqual(['its mission units has spent its $0.015']);
    world.answerMission('money', 'go on');
    expect(world.play().mission.outcome).toBe('done');
  });

  test('M12 abort stops everything of it and loses nothing', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.play(() => world.agents.size === 2);
    world.command({
      name: 'mission',
      mission: 'units',
      act: { kind: 'abort', reason: 'not now' },
      by: 'ada',
    });
    world.play();
    expect(world.mission).toMatchObject({ step: 'ended', outcome: 'aborted', reason: 'not now' });
    expect(world.agents.size).toBe(0);
    expect(
      [...world.state.items.values()].map(({ outcome, chamber }) => [outcome, chamber !== null]),
    ).toEqual([
      ['cancelled', true],
      ['cancelled', true],
    ]);
  });
});

describe('gates', () => {
  const facts = (world: MissionWorld, item: string, run: string, key: string, values: readonly string[]) =>
    world.say({ type: 'tool-called', item, run, report: { kind: 'hand-on', key, values } });

  const architecture = planOf([worker('plan', { phase: 'architecture', scope: ['docs/**'] }), worker('a')]);

  test('M6 confidence: what is assumed beyond one in twenty is a person’s to allow', () => {
    const world = new MissionWorld(architecture);
    world.before.set('units-plan', (run) => {
      facts(world, 'units-plan', run, 'facts', ['one', 'two', 'three']);
      facts(world, 'units-plan', run, 'assumptions', ['four']);
    });
    world.play();
    expect(world.view.questions).toMatchObject([{ id: 'gate', text: expect.stringContaining('75 %') }]);
    world.answerMission(null, 'go on');
    expect(world.play().mission.outcome).toBe('done');
  });

  test('M6 what the next phase must have is asked for again before anybody is', () => {
    const plan = planOf([
      worker('plan', { phase: 'architecture', scope: ['docs/**'] }),
      worker('sk', { phase: 'implementation-skeleton' }),
    ]);
    const world = new MissionWorld(plan);
    world.before.set('units-plan-c2', (run) => {
      facts(world, 'units-plan-c2', run, 'key_interfaces', ['Parser']);
      facts(world, 'units-plan-c2', run, 'module_responsibilities', ['parse']);
      facts(world, 'units-plan-c2', run, 'facts', ['one']);
    });
    world.play(() => world.mission.phase === 'implementation-skeleton');
    expect(world.mission.gates).toMatchObject([
      { verdict: 'refine', reasons: [expect.stringContaining('key_interfaces')] },
      { verdict: 'passed' },
    ]);
  });

  const judged = (
    verdict: 'approved' | 'needs-refinement' | 'failed',
    cause: 'architecture-flaw' | 'model-limitation' | 'other' | null = null,
  ) => ({ kind: 'judge', verdict, cause, reasons: ['because'] }) as const;
  const skeleton = planOf([worker('sk', { phase: 'implementation-skeleton' }), worker('a')], {
    reviewer: 'first',
    decider: 'first',
  });

  test('M6 a reviewer sends it back, then lets it pass', () => {
    const world = new MissionWorld(skeleton);
    const verdicts = [judged('needs-refinement'), judged('approved')];
    world.advise = () => verdicts.shift() ?? null;
    world.play();
    expect(world.mission.gates.map(({ verdict }) => verdict)).toEqual(['refine', 'passed', 'passed']);
    expect(world.mission.outcome).toBe('done');
  });

  test('M6 a stronger player is tried, at most as often as allowed, then a person is asked', () => {
    const world = new MissionWorld(skeleton);
    world.advise = () => judged('failed', 'model-limitation');
    world.play();
    expect(world.mission.gates.map(({ verdict }) => verdict)).toEqual(['escalate', 'escalate', 'ask']);
    expect(world.view.questions).toMatchObject([{ id: 'gate' }]);
  });

  test('M6 a flaw of the architecture leads back to it', () => {
    const plan = planOf(
      [
        worker('plan', { phase: 'architecture', scope: ['docs/**'] }),
        worker('sk', { phase: 'implementation-skeleton' }),
      ],
      { reviewer: 'first' },
    );
    const world = new MissionWorld(plan);
    const tell = (item: string) =>
      world.before.set(item, (run) => {
        for (const key of ['key_interfaces', 'module_responsibilities', 'facts'])
          facts(world, item, run, key, ['x']);
      });
    tell('units-plan');
    tell('units-plan-c2');
    const verdicts = [judged('failed', 'architecture-flaw'), judged('approved')];
    world.advise = () => verdicts.shift() ?? null;
    world.play();
    expect(world.mission.gates.map(({ phase, verdict }) => `${phase} ${verdict}`)).toEqual([
      'architecture passed',
      'implementation-skeleton back',
      'architecture passed',
      'implementation-skeleton passed',
    ]);
    expect(world.mission.outcome).toBe('done');
  });
});

describe('what agents hear', () => {
  test('M5 a critical discovery reaches those at work in its mission at their turn boundary, and nobody else', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.tracker.set('S-1', trackedItem('S-1'));
    world.play(() => world.agents.size === 3);
    const [run] = [...world.agents].find(([, item]) => item === 'units-a') ?? [''];
    const discovery = { title: 'Passwords are in the log', detail: 'src/log.ts', critical: true };
    world.say({
      type: 'tool-called',
      item: 'units-a',
      run,
      report: { kind: 'discovery', discovery: { ...discovery, critical: false } },
    });
    expect(world.state.items.get('units-b')?.steering).toBe('');
    world.say({ type: 'tool-called', item: 'units-a', run, report: { kind: 'discovery', discovery } });
    expect(world.state.items.get('units-b')?.steering).toContain('Symphony says:');
    expect(world.state.items.get('units-b')?.steering).toContain('Passwords are in the log');
    for (const other of ['units-a', 'S-1']) expect(world.state.items.get(other)?.steering).toBe('');
  });

  test('M4 what a person found out reaches those at work when it is critical', () => {
    const world = new MissionWorld(planOf([worker('a')]));
    world.play(() => world.agents.size === 1);
    const discover = (critical: boolean) =>
      world.command({
        name: 'mission',
        mission: 'units',
        act: { kind: 'discover', discovery: { title: 'Keys are in the log', detail: '', critical } },
        by: 'ada',
      });
    discover(false);
    expect(world.state.items.get('units-a')?.steering).toBe('');
    discover(true);
    expect(world.state.items.get('units-a')?.steering).toContain(
      'ada found something critical: Keys are in the log',
    );
  });

  test('M4 M6 more scope is granted where nobody else works', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.play(() => world.agents.size === 2);
    const [run] = [...world.agents].find(([, item]) => item === 'units-a') ?? [''];
    const ask = (paths: readonly string[]) =>
      world.say({
        type: 'tool-called',
        item: 'units-a',
        run,
        report: { kind: 'scope', paths, why: 'needed' },
      });
    ask(['src/b/x.ts']);
    ask(['docs/a.md']);
    const judgements = world.log.flatMap(({ event }) => (event.type === 'scope-judged' ? [event] : []));
    expect(judgements).toMatchObject([
      { granted: false, why: expect.stringContaining('b works there') },
      { granted: true },
    ]);
    expect(world.mission.parts.find(({ item }) => item === 'units-a')?.scope).toEqual([
      'src/a/**',
      'docs/a.md',
    ]);
  });

  test('M7 what was given is on record, in its levels', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.play(() => world.agents.size === 2);
    const given = world.log.flatMap(({ event }) =>
      event.type === 'context-given' && event.item === 'units-a' ? [event] : [],
    );
    expect(given).toHaveLength(1);
    expect(given[0]?.given.map(({ level, about }) => `${level} ${about}`)).toEqual(
      expect.arrayContaining([
        'must your part',
        'must understanding',
        'should worker b',
        'reference original request',
      ]),
    );
  });
});

describe('M10 collisions', () => {
  const plan = planOf([
    worker('a', { scope: ['src/**'], shares: ['b'] }),
    worker('b', { scope: ['src/**'], shares: ['a'] }),
  ]);
  const compared = (conflicts: readonly string[]) =>
    ({
      type: 'chambers-compared',
      item: 'units-b',
      collisions: [{ other: 'units-a', files: ['src/x.ts', 'src/y.ts'], conflicts }],
    }) as const;

  test('only near: shown, and nobody is told; sure: the later one is, at its turn boundary', () => {
    const world = new MissionWorld(plan);
    world.play(() => world.agents.size === 2);
    world.say(compared([]));
    expect([...world.state.collisions.values()]).toMatchObject([
      { sure: false, files: ['src/x.ts', 'src/y.ts'] },
    ]);
    expect([...world.state.items.values()].map(({ steering }) => steering)).toEqual(['', '']);
    world.say(compared(['src/x.ts']));
    const [collision] = [...world.state.collisions.values()];
    expect(collision).toMatchObject({ sure: true, files: ['src/x.ts'], first: 'units-a' });
    expect(world.state.items.get('units-a')?.steering).toBe('');
    expect(world.state.items.get('units-b')?.steering).toContain('src/x.ts');
    const before = world.log.length;
    world.say(compared(['src/x.ts']));
    expect(world.log.length).toBe(before);
    world.say({ type: 'chambers-compared', item: 'units-b', collisions: [] });
    expect(world.state.collisions.size).toBe(0);
  });

  test('who goes first is approved first', () => {
    const world = new MissionWorld(plan);
    world.play(() => world.agents.size === 2);
    world.say(compared(['src/x.ts']));
    world.play();
    const approved = world.log.flatMap(({ event }) =>
      event.type === 'handoff-approved' ? [event.item] : [],
    );
    expect(approved.indexOf('units-a')).toBeLessThan(approved.indexOf('units-b'));
    expect(world.mission.outcome).toBe('done');
  });
});

describe('a mission from one sentence', () => {
  test('M6 a player plans it, a person approves, and the request stays word for word', () => {
    const world = new MissionWorld(planOf([worker('a')], { name: 'other' }));
    world.play();
    world.command({
      name: 'mission-plan',
      mission: 'asked',
      request: 'Make it fast',
      phases: null,
      player: null,
      by: 'ada',
    });
    world.advise = () => ({
      kind: 'plan',
      plan: planOf([worker('q')], { name: 'whatever', request: 'something else' }),
    });
    world.play();
    const asked = world.state.missions.get('asked');
    expect(asked).toMatchObject({ step: 'planned', plan: { name: 'asked', request: 'Make it fast' } });
    world.command({ name: 'mission', mission: 'asked', act: { kind: 'approve' }, by: 'ada' });
    world.play();
    expect(world.state.missions.get('asked')?.outcome).toBe('done');
  });
});

describe('M9 conflicts with the target', () => {
  test('the mission comes back: somebody brings the two together, then it is handed off again', () => {
    const world = new MissionWorld(planOf([worker('a')]));
    world.play(() =>
      world.pending.some((effect) => effect.type === 'assemble-train' && effect.target === 'main'),
    );
    const at = world.pending.findIndex((effect) => effect.type === 'assemble-train');
    const [effect] = world.pending.splice(at, 1);
    if (effect?.type !== 'assemble-train') throw new Error('no train');
    world.say({
      type: 'train-assembled',
      attempt: effect.attempt,
      assembly: {
        kind: 'conflict',
        base: 'main@0',
        item: 'mission/units',
        files: ['x'],
        report: 'both sides',
      },
    });
    world.play();
    expect(world.mission.parts.at(-1)).toMatchObject({
      kind: 'sync',
      task: expect.stringContaining('both sides'),
    });
    expect(world.mission.outcome).toBe('done');
  });
});

describe('what comes late or goes wrong', () => {
  test('M8 a deviation that is told after its cycle was merged is decided on before the next phase', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('v', { phase: 'validation' })]));
    world.play(() => world.mission.step === 'purging');
    world.command({
      name: 'mission',
      mission: 'units',
      act: { kind: 'tell', deviation: deviation('major') },
      by: 'ada',
    });
    world.play();
    expect(world.mission).toMatchObject({ step: 'deciding', phase: 'implementation' });
    world.answerMission('D1', 'rework: look again');
    world.play();
    expect(world.mission.outcome).toBe('done');
    expect(world.mission.parts.find(({ kind }) => kind === 'rework')).toMatchObject({
      about: ['D1'],
      worker: null,
    });
    expect(world.accounts).toBe(true);
  });

  test('M8 what is rejected while it is mended is not merged', () => {
    const world = new MissionWorld(planOf([worker('a'), worker('b')]));
    world.play(
      () => world.mission.step === 'merging' && world.pending.some(({ type }) => type === 'assemble-train'),
    );
    const at = world.pending.findIndex(({ type }) => type === 'assemble-train');
    const [effect] = world.pending.splice(at, 1);
    if (effect?.type !== 'assemble-train') throw new Error('no train');
    world.say({
      type: 'train-assembled',
      attempt: effect.attempt,
      assembly: {
        kind: 'conflict',
        base: world.at(effect.target),
        item: 'units-a',
        files: ['x'],
        report: 'both',
      },
    });
    world.play(() => [...world.agents.values()].includes('units-a'));
    const [run] = [...world.agents].find(([, item]) => item === 'units-a') ?? [''];
    world.record('units-a', run, deviation('major'));
    world.play();
    expect(world.mission.step).toBe('deciding');
    world.answerMission('D1', 'reject: not this way');
    world.play();
    expect(world.mission.outcome).toBe('done');
    expect(world.merges.map(({ item }) => item)).not.toContain('units-a');
    expect(world.accounts).toBe(true);
  });

  test('M12 what is proved and about to land cannot be aborted any more', () => {
    const world = new MissionWorld(planOf([worker('a')]));
    world.play(() =>
      world.pending.some((effect) => effect.type === 'land-train' && effect.target === 'main'),
    );
    world.command({ name: 'mission', mission: 'units', act: { kind: 'abort', reason: '' }, by: 'ada' });
    expect(world.play().mission.outcome).toBe('done');
  });

  test('M6 a name that leads out of its folder is refused, as is that of a work item', () => {
    const world = new MissionWorld(planOf([worker('a')]));
    for (const mission of ['../../x', 'A B', '', '-x'])
      world.command({ name: 'mission-plan', mission, request: 'x', phases: null, player: null, by: 'ada' });
    expect([...world.state.missions.keys()]).toEqual(['units']);
    world.tracker.set('taken', trackedItem('taken'));
    world.say({ type: 'tick' });
    world.play();
    world.command({
      name: 'mission-start',
      plan: planOf([worker('a')], { name: 'taken' }),
      approved: true,
      by: 'ada',
    });
    expect(world.state.missions.has('taken')).toBe(false);
  });

  test('M1 a part never takes the name of other work', () => {
    const world = new MissionWorld(planOf([worker('a')]), { approved: false });
    world.tracker.set('units-a', trackedItem('units-a'));
    world.say({ type: 'tick' });
    world.play();
    world.answerMission('plan', 'approve');
    world.play();
    expect(world.mission.parts.map(({ item }) => item)).toEqual(['units-a-2']);
    expect(world.mission.outcome).toBe('done');
  });

  test('M8 a part that is taken off the board before it began is left out, with its reason', () => {
    const world = new MissionWorld(
      planOf([worker('a'), worker('b')], { limits: { ...planOf([]).limits, parallel: 1 } }),
    );
    world.play(() => world.agents.size === 1);
    const tracked = world.tracker.get('units-b');
    if (tracked) world.tracker.set('units-b', { ...tracked, state: 'Backlog' });
    world.say({ type: 'tick' });
    world.play();
    expect(world.mission.outcome).toBe('done');
    expect(world.mission.merges[0]?.left).toMatchObject([
      { item: 'units-b', reason: expect.stringMatching(/\S/) },
    ]);
  });

  test('M6 who plans and gives up is asked about', () => {
    const world = new MissionWorld(planOf([worker('a')], { name: 'first' }));
    world.play();
    world.command({
      name: 'mission-plan',
      mission: 'asked',
      request: 'x',
      phases: null,
      player: null,
      by: 'ada',
    });
    world.play(() => world.agents.size === 1);
    world.command({ name: 'kill', item: 'asked-plan', by: 'ada' });
    world.play();
    const asked = world.state.missions.get('asked');
    expect(asked?.step).toBe('planning');
    world.advise = () => ({ kind: 'plan', plan: planOf([worker('q')]) });
    world.command({
      name: 'mission',
      mission: 'asked',
      act: { kind: 'answer', question: null, text: 'again' },
      by: 'ada',
    });
    world.play();
    expect(world.state.missions.get('asked')?.step).toBe('planned');
  });
});
