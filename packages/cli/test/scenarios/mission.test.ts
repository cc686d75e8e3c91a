import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISSION_STEPS, type MissionView } from '@symphony/domain';
import { expect, test } from 'vitest';
import { onStage, type Stage } from './stage.ts';

/** Written where a person would write it; what is said is JSON, which is YAML too. */
function writeMission(stage: Stage, name: string, plan: Readonly<Record<string, unknown>>): string {
  const folder = join(stage.path, '.symphony', 'missions');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.yaml`);
  writeFileSync(
    file,
    JSON.stringify({ name, title: name, request: 'Make it better', criteria: ['it is better'], ...plan }),
  );
  return file;
}

const tell = (severity: string, discovered: string) => ({
  tool: {
    name: 'record_deviation',
    arguments: {
      severity,
      expected: 'a table',
      discovered,
      action: 'went on',
      reasoning: 'seen',
      impact: 'small',
    },
  },
});

const write = (path: string, text: string) => [{ write: { path, text } }, { commit: `Write ${path}` }];

/** Two workers and one who needs the first; one marks a major deviation, which goes back to its author. */
const PLAN = {
  criteria: [{ text: 'all is there', check: 'test -e src/a.js && test -e src/b.js && test -e src/c.js' }],
  rules: [{ severity: 'major', verdict: 'rework', instruction: 'Use the tree.' }],
  workers: [
    {
      id: 'a',
      title: 'Write a',
      task: 'Write src/a.js',
      scope: 'src/a.js',
      rehearsal: {
        worker: [tell('major', 'a tree'), ...write('src/a.js', '// ARCHITECTURAL_MISMATCH: a tree\n')],
        rework: write('src/a.js', '// DEVIATION_MINOR: shorter\nconst a = 1;\n'),
      },
    },
    {
      id: 'b',
      title: 'Write b',
      task: 'Write src/b.js',
      scope: 'src/b.js',
      rehearsal: write('src/b.js', 'b\n'),
    },
    {
      id: 'c',
      title: 'Write c',
      task: 'Write src/c.js',
      scope: 'src/c.js',
      needs: ['b'],
      rehearsal: write('src/c.js', 'c\n'),
    },
  ],
};

const view = async (stage: Stage, name: string): Promise<MissionView> => {
  const { out } = await stage.symphony('mission', 'status', name, '--json');
  return JSON.parse(out);
};

const ended = (stage: Stage): boolean => stage.events.of('mission-ended').length > 0;

test.concurrent('M8 M9 M12 a mission from its file to the target: decided by rule, reworked, purged, merged once', () =>
  onStage({}, async (stage) => {
    const file = writeMission(stage, 'better', PLAN);
    await stage.play('--rehearse');
    expect(await stage.symphony('mission', 'start', file, '--yes')).toMatchObject({ code: 0 });
    await stage.until('it has ended', () => ended(stage));
    const mission = await view(stage, 'better');
    expect(mission).toMatchObject({ step: 'ended', outcome: 'done' });
    expect(mission.merges.map(({ cycle, queued }) => [cycle, queued.length])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    for (const { queued, merged, left } of mission.merges)
      expect(merged.length + left.length).toBe(queued.length);
    expect(
      mission.recorded.map(({ source, severity, decision }) => [source, severity, decision?.by ?? null]),
    ).toEqual([
      ['tool', 'major', 'rule 1'],
      ['mark', 'minor', null],
    ]);
    // The mark is gone from what was handed off, and what was written stands.
    expect(await stage.repository.read('src/a.js', 'main')).toBe('const a = 1;');
    expect(mission.purges.flatMap(({ removed }) => removed.map((mark) => mark.text))).toEqual(['shorter']);
    const log = await stage.repository.git('log', '--format=%s', '--first-parent', 'main');
    expect(log.split('\n').filter((line) => /better/.test(line))).toHaveLength(1);
  }));

test.concurrent('M5 M8 a fundamental deviation waits for a person, in the inbox and by command', () =>
  onStage({}, async (stage) => {
    const [a, b] = PLAN.workers;
    const file = writeMission(stage, 'deep', {
      criteria: [{ text: 'b is there', check: 'test -e src/b.js' }],
      workers: [
        {
          ...a,
          rehearsal: {
            worker: [tell('fundamental', 'no such thing'), { say: 'This cannot be.' }],
            rework: write('src/a.js', 'a\n'),
          },
        },
        b,
      ],
    });
    await stage.play('--rehearse');
    await stage.symphony('mission', 'start', file, '--yes');
    await stage.until('it is to be decided', () =>
      stage.events.of('mission-stepped').some(({ step }) => step === 'deciding'),
    );
    await stage.until('it is asked about', async () =>
      (await stage.status()).inbox.some(({ item }) => item === 'deep'),
    );
    const { out } = await stage.symphony('inbox');
    expect(out).toContain('no such thing');
    // b, whom it does not touch, has gone on to its end.
    expect((await stage.item('deep-b')).state).toBe('handed_off');
    expect(
      await stage.symphony('mission', 'decide', 'deep', 'D1', 'rework', '--instruction', 'Do it plainly.'),
    ).toMatchObject({ code: 0 });
    await stage.until('it has ended', () => ended(stage));
    const mission = await view(stage, 'deep');
    expect(mission.outcome).toBe('done');
    expect(mission.merges[0]?.left).toMatchObject([
      { item: 'deep-a', reason: expect.stringContaining('exploration') },
    ]);
    expect(await stage.repository.read('src/a.js', 'main')).toBe('a');
  }));

test.concurrent('M6 from one sentence: a player plans it, it waits for approval, and its plan is never merged', () =>
  onStage({}, async (stage) => {
    await stage.play('--rehearse');
    expect(
      await stage.symphony('mission', 'start', 'Make it friendlier', '--name', 'friendly'),
    ).toMatchObject({
      code: 0,
    });
    await stage.until('it is planned', () => stage.events.of('mission-planned').length > 0);
    expect((await view(stage, 'friendly')).plan).toMatchObject({
      name: 'friendly',
      request: 'Make it friendlier',
    });
    expect(stage.events.of('mission-begun')).toEqual([]);
    expect(await stage.symphony('mission', 'approve', 'friendly')).toMatchObject({ code: 0 });
    await stage.until('it has ended', () => ended(stage));
    expect((await view(stage, 'friendly')).outcome).toBe('done');
    const files = await stage.repository.git('ls-tree', '-r', '--name-only', 'main');
    expect(files).not.toContain('mission-plan.yaml');
    expect(files).toContain('rehearsal/friendly-one.md');
  }));

test.concurrent('M5 a critical discovery reaches who works at the mission at its turn boundary, and nobody else', () =>
  onStage({}, async (stage) => {
    const [mission, bystander] = [stage.gate('mission'), stage.gate('bystander')];
    const found = { title: 'Keys are in the log', detail: 'src/log.js', critical: true };
    const share = { tool: { name: 'share_discovery', arguments: found, must: true } };
    const [a, b] = PLAN.workers;
    const file = writeMission(stage, 'told', {
      criteria: [{ text: 'both are there', check: 'test -e src/a.js && test -e src/b.js' }],
      workers: [
        { ...a, rehearsal: [mission.step, share, ...write('src/a.js', 'a\n')] },
        { ...b, rehearsal: [{ run: 'true' }, bystander.step, ...write('src/b.js', 'b\n')] },
      ],
    });
    stage.board.write('S-1', { rehearsal: [bystander.step, ...write('s.txt', 's\n')] });
    await stage.play('--rehearse');
    await stage.symphony('mission', 'start', file, '--yes');
    await stage.until('all three are at work', () =>
      ['told-a', 'told-b', 'S-1'].every((id) => stage.events.begun(id).length > 0),
    );
    mission.open();
    await stage.until('it is told', () => stage.events.of('steering-wanted').length > 0);
    // Nobody is interrupted: the turn under way is still the first.
    expect(stage.events.of('turn-started', 'told-b')).toHaveLength(1);
    bystander.open();
    await stage.until(
      'all of it has ended',
      () => ended(stage) && stage.events.path('S-1').at(-1) === 'open',
    );
    expect(stage.events.of('steering-wanted').map(({ item, by }) => [item, by])).toEqual([
      ['told-b', 'symphony'],
    ]);
    expect(stage.events.of('turn-started', 'told-b')[1]?.steering).toContain('Keys are in the log');
    expect(stage.events.of('turn-started', 'S-1')).toHaveLength(1);
  }));

/** From the approval to the handoff. */
const STEPS = MISSION_STEPS.slice(MISSION_STEPS.indexOf('beginning'), MISSION_STEPS.indexOf('ended'));

test('M8 C8 a mission survives kill -9 in each step of its cycle', () =>
  onStage({}, async (stage) => {
    const file = writeMission(stage, 'tough', PLAN);
    let playing = await stage.play('--rehearse');
    expect(await stage.symphony('mission', 'start', file)).toMatchObject({ code: 0 });
    for (const step of STEPS) {
      if (step === 'beginning') await stage.symphony('mission', 'approve', 'tough');
      await stage.until(`it is ${step}`, () =>
        stage.events.of('mission-stepped').some((each) => each.step === step),
      );
      playing.kill('SIGKILL');
      await playing.ended;
      playing = await stage.play('--rehearse');
    }
    await stage.until('it has ended', () => ended(stage));
    const mission = await view(stage, 'tough');
    expect(mission).toMatchObject({ outcome: 'done' });
    for (const { queued, merged, left } of mission.merges)
      expect(merged.length + left.length).toBe(queued.length);
    // Nothing was made twice and nothing merged twice.
    const made = stage.events.of('mission-part-made').map(({ part }) => part.item);
    expect(new Set(made).size).toBe(made.length);
    const landed = stage.events.of('train-landed').flatMap(({ items }) => items);
    expect(new Set(landed).size).toBe(landed.length);
    expect(await stage.repository.read('src/a.js', 'main')).toBe('const a = 1;');
    await stage.repository.git('fsck', '--full');
  }));
