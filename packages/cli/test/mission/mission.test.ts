import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MissionView } from '@symphony/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, makeRepository, type Playing, startSymphony, symphony } from '../command/symphony.ts';
import { eventually, type Recorded, RecordedEvents } from '../scenarios/recorded-events.ts';
import { DATES, putMission } from './mission-file.ts';

/** One conductor for the whole file; the tests build on each other in order. */
let repository: ReturnType<typeof makeRepository>;
let playing: Playing;
const ask = (...args: string[]): Ended => symphony(args, { cwd: repository.path });
const view = (name = 'dates'): MissionView => JSON.parse(ask('mission', 'status', name, '--json').out);

/** Asks once the log says that it is worth asking: every question is a process. */
async function until(
  recorded: (event: Recorded) => boolean,
  what: (mission: MissionView) => boolean,
): Promise<MissionView> {
  const log = new RecordedEvents(join(repository.path, '.symphony', 'log', 'events.jsonl'));
  await eventually(
    'the step of the mission',
    () => log.all().some(recorded),
    () => view().now,
  );
  for (let tries = 0; tries < 120; tries += 1) {
    const mission = view();
    if (what(mission)) return mission;
    await sleep(250);
  }
  throw new Error(`it stands at ${view().step}: ${view().now}`);
}

beforeAll(() => {
  repository = makeRepository();
});

afterAll(async () => {
  playing?.child.kill('SIGKILL');
  await playing?.ended;
  repository.remove();
});

describe('M12 before anything runs', () => {
  test('M6 validate: the plan when it is sound, every problem with its line when not', () => {
    const file = putMission(repository.path, 'dates');
    const sound = ask('mission', 'validate', file);
    expect(sound).toMatchObject({ code: 0, err: '' });
    expect(sound.out).toContain('Done when');
    expect(sound.out).toMatch(/^ {2}parse +Read dates +src\/parse\/\*\*$/m);
    const bad = putMission(repository.path, 'bad', DATES.replace('scope: src/print/**', 'scope: src/**'));
    const told = ask('mission', 'validate', 'bad.yaml');
    expect(told.code).toBe(1);
    expect(told.out).toMatch(
      /^✗ bad\.yaml:28: print \(src\/\*\*\) and parse \(src\/parse\/\*\*\) own the same/,
    );
    expect(JSON.parse(ask('mission', 'validate', bad, '--json').out)).toMatchObject({ ok: false });
    expect(ask('mission', 'start', bad, '--yes').code).toBe(1);
    expect(ask('mission', 'validate', 'nothing.yaml').err).toContain('nothing.yaml is not there.');
  });

  test('M6 the mission in the guide is sound', () => {
    const guide = readFileSync(new URL('../../../../docs/guides/missions.md', import.meta.url), 'utf8');
    const [, written = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
    putMission(repository.path, 'guide', written);
    expect(ask('mission', 'validate', 'guide.yaml')).toMatchObject({
      code: 0,
      out: expect.stringContaining('guide.yaml is sound.'),
    });
  });

  test('start without a conductor and without --yes says how to go on, and starts nothing', () => {
    const told = ask('mission', 'start', 'dates.yaml');
    expect(told.code).toBe(1);
    expect(told.out).toContain('Dates everywhere');
    expect(told.err).toContain('No conductor runs here and none ever has');
    expect(ask('mission', 'status').code).toBe(0);
  });

  test('wrong use is told with code 2', () => {
    expect(ask('mission', 'start', 'dates.yaml', '--phases', 'painting')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no phase painting.'),
    });
    expect(ask('mission', 'decide', 'dates', 'D1', 'perhaps').code).toBe(2);
    expect(ask('mission', 'decide', 'dates', 'D1', 'rework').err).toContain('--instruction');
    expect(ask('mission', 'context', 'dates', '--rule', 'colour:blue').code).toBe(2);
    expect(ask('mission', 'context', 'dates', '--rule', 'validation:a', '--understanding', 'b').code).toBe(2);
    expect(
      ask('mission', 'record', 'dates', '--severity', 'huge', '--expected', 'a', '--discovered', 'b').code,
    ).toBe(2);
    expect(ask('mission', 'resume', 'dates', '--usd', '-1').code).toBe(2);
    expect(ask('mission', 'abort', 'dates')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--yes'),
    });
    expect(ask('mission', 'start', ' ').code).toBe(2);
  });
});

describe('M12 beside a running conductor', () => {
  beforeAll(async () => {
    playing = startSymphony(['run', '--rehearse'], { cwd: repository.path });
    await playing.saw('Symphony waits');
  });

  test('start keeps the plan until it is approved', () => {
    const started = ask('mission', 'start', 'dates.yaml');
    expect(started).toMatchObject({ code: 0, err: expect.stringContaining('symphony mission status dates') });
    expect(started.out).toContain('`symphony mission approve dates` lets it begin.');
    expect(ask('mission', 'status').out).toMatch(/^dates +○ +planned/m);
    expect(ask('inbox').out).toContain('→ symphony answer dates "approve"');
    expect(ask('mission', 'start', 'dates.yaml', '--json').code).toBe(1);
    expect(ask('mission', 'status', 'nobody')).toMatchObject({ code: 1, out: '' });
  });

  test('M3 what is said to it is kept with who and why', () => {
    const said = ask(
      'mission',
      'context',
      'dates',
      '--add-requirement',
      'Time zones are kept.',
      '--why',
      'old files',
    );
    expect(said.code).toBe(0);
    expect(ask('mission', 'context', 'dates', '--rule', 'validation: A date has a year.').code).toBe(0);
    const known = ask('mission', 'context', 'dates').out;
    expect(known).toContain('- Time zones are kept.');
    expect(known).toContain(': old files');
    expect(known).toContain('- validation: A date has a year.');
    expect(JSON.parse(ask('mission', 'context', 'dates', '--json').out).requirements).toHaveLength(1);
  });

  test('M5 M8 approve, decide what was found, and see it merged and purged to a green end', async () => {
    expect(ask('mission', 'approve', 'DATES').code).toBe(0);
    await until(
      (event) => event.type === 'mission-stepped' && event.step === 'deciding',
      ({ step, questions }) => step === 'deciding' && questions.length > 0,
    );
    const shown = ask('mission', 'status', 'dates').out;
    expect(shown).toContain('implementation, cycle 1: deciding');
    expect(shown).toMatch(/D1 +major +parse +open +/);
    expect(ask('status').out).toContain('Missions');
    expect(ask('explain', 'dates-parse').out).toContain('part of the mission dates');
    const open = ask('mission', 'deviations', 'dates', '--open').out;
    expect(open).toContain('src/parse/date.ts:1');
    expect(open).toContain('→ symphony mission decide dates D1 adopt|rework|reject');
    expect(ask('answer', 'dates', '--question', 'D1', 'perhaps')).toMatchObject({ code: 1 });
    expect(ask('answer', 'dates', '--question', 'd1', 'rework: read the third one too').code).toBe(0);
    const done = await until(
      ({ type }) => type === 'mission-ended',
      ({ outcome }) => outcome !== null,
    );
    expect([done.outcome, done.now]).toEqual(['done', expect.any(String)]);
    expect(done.recorded[0]).toMatchObject({
      id: 'D1',
      decision: { verdict: 'rework', instruction: 'read the third one too' },
    });
  });

  test('M9 cycle: queued is merged and left, and all of it is on the target', () => {
    const { merges } = JSON.parse(ask('mission', 'cycle', 'dates', '--json').out) as MissionView;
    for (const { queued, merged, left } of merges) expect(merged.length + left.length).toBe(queued.length);
    expect(ask('mission', 'cycle', 'dates').out).toContain(
      'implementation, cycle 1: 2 queued = 2 merged + 0 left',
    );
    const files = spawnSync('git', ['ls-tree', '-r', '--name-only', 'main'], {
      cwd: repository.path,
      encoding: 'utf8',
    }).stdout;
    for (const file of ['src/parse/date.ts', 'src/parse/third.ts', 'src/print/date.ts'])
      expect(files).toContain(file);
    expect(ask('mission', 'decide', 'dates', 'D1', 'adopt')).toMatchObject({ code: 1 });
  });

  test('pause, resume, a deviation of a person, abort', async () => {
    putMission(repository.path, 'again');
    expect(ask('mission', 'start', 'again.yaml', '--name', 'menus', '--json').code).toBe(0);
    expect(ask('mission', 'pause', 'menus').code).toBe(0);
    expect(ask('mission', 'status').out).toContain('→ symphony mission resume menus');
    expect(ask('mission', 'resume', 'menus').code).toBe(0);
    const told = ask(
      'mission',
      'record',
      'menus',
      '--severity',
      'minor',
      '--expected',
      'a',
      '--discovered',
      'b',
      '--json',
    );
    expect(JSON.parse(told.out)).toMatchObject({ accepted: true, message: expect.stringContaining('D1') });
    expect(ask('mission', 'abort', 'menus', '--yes', '--why', 'not needed').code).toBe(0);
    expect(view('menus')).toMatchObject({ outcome: 'aborted', now: 'not needed' });
  });

  test('M11 clean says what goes first, and the log still answers without a conductor', async () => {
    expect(ask('stop').code).toBe(0);
    const { out } = await playing.ended;
    expect(out).toMatch(/^Missions +dates done \(/m);
    expect(ask('mission', 'status').out).toMatch(/^dates +● +done/m);
    const kept = ask('mission', 'start', 'dates.yaml', '--name', 'later');
    expect(kept).toMatchObject({ code: 0, out: expect.stringContaining('(At the next `symphony run`.)') });
    const looked = ask('mission', 'clean', 'dates', '--dry-run');
    expect(looked).toMatchObject({ code: 0, err: '' });
    expect(looked.out).toContain('symphony/mission/dates');
    expect(ask('mission', 'clean', 'dates')).toMatchObject({ code: 2 });
    expect(ask('mission', 'clean', 'dates', '--yes').code).toBe(0);
    const branches = spawnSync('git', ['branch', '--list', 'symphony/*'], {
      cwd: repository.path,
      encoding: 'utf8',
    }).stdout;
    expect(branches).not.toContain('mission/dates');
  });
});

test('M12 start --yes without a conductor plays it here, to its end', () => {
  const own = makeRepository();
  try {
    putMission(
      own.path,
      'dates',
      DATES.replace('              // ARCHITECTURAL_MISMATCH: there are three formats\n', ''),
    );
    const { code, out } = symphony(['mission', 'start', 'dates.yaml', '--yes', '--rehearse'], {
      cwd: own.path,
    });
    expect(out).toMatch(/Ended: dates is done: /);
    expect(code).toBe(0);
    expect(existsSync(join(own.path, 'src', 'print', 'date.ts'))).toBe(true);
  } finally {
    own.remove();
  }
});

test('M8 a criterion that fails is not met: nothing reaches the target, and a person is asked', () => {
  const own = makeRepository();
  try {
    const unmet = DATES.replace('"! grep -r ARCHITECTURAL_MISMATCH src"', 'test -f nobody-writes-this.txt');
    putMission(own.path, 'dates', `${unmet}rules: [{ verdict: adopt }]\nlimits: { cycles: 1 }\n`);
    const { code, out } = symphony(['mission', 'start', 'dates.yaml', '--yes', '--rehearse'], {
      cwd: own.path,
    });
    expect(out).toContain('Ended: dates waits for you');
    expect(code).toBe(1);
    expect(symphony(['mission', 'status', 'dates'], { cwd: own.path }).out).toContain(
      'The checks of dates fail',
    );
    expect(existsSync(join(own.path, 'src'))).toBe(false);
  } finally {
    own.remove();
  }
});
