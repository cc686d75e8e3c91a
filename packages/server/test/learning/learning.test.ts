import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { type LogEvent, NO_SPEND } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLearning } from '../../src/learning/index.ts';
import { MISSION_FILES } from '../../src/learning/mission-files.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { begun, decided, deviation, ended, reported, TestLog } from './mission-log.ts';

let root = '';
let log: TestLog;
let warnings: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'symphony-learning-'));
  log = new TestLog();
  warnings = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = () => {
  const learning = openLearning({
    root,
    repository: root,
    git: openGit('test'),
    store: log.store,
    state: () => log.state,
    clock: new SystemClock(0),
    warn: (message) => void warnings.push(message),
  });
  log.onEntry((entry) => learning.hear(entry));
  return learning;
};

const text = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const json = (...path: string[]) => JSON.parse(text(...path));
const all = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(root, path)).isFile())
      .sort()
      .map((path) => [path, text(path)]),
  );

const LIFE: readonly LogEvent[] = [
  ...begun('dates'),
  reported('dates', 'a', deviation('minor', 'a comma')),
  reported('dates', 'a', deviation('major', 'the column holds text')),
  reported('dates', 'b', deviation('fundamental', 'there is no clock')),
  reported('dates', 'b', {
    kind: 'discovery',
    discovery: { title: 'The driver drops time zones', detail: 'It cuts them off.', critical: true },
  }),
  reported('dates', 'b', {
    kind: 'discovery',
    discovery: { title: 'Slow', detail: 'A bit.', critical: false },
  }),
  reported('dates', 'a', { kind: 'requirement', text: 'Leap seconds too', why: 'a person asked' }),
  reported('dates', 'a', { kind: 'understanding', text: 'All in UTC.', why: 'it was told' }),
  reported('dates', 'b', { kind: 'rule', area: 'calculation', text: 'A day has 24 hours', why: 'agreed' }),
  decided('dates', 'D2', 'rework', 'Parse the column before it is compared'),
  decided('dates', 'D3', 'adopt'),
  {
    type: 'mission-merged',
    mission: 'dates',
    record: {
      phase: 'implementation',
      cycle: 1,
      queued: ['dates-a', 'dates-b'],
      merged: [{ item: 'dates-a', commit: 'c1' }],
      left: [{ item: 'dates-b', reason: 'ended in exploration' }],
    },
  },
];

describe('what is kept of missions', () => {
  test('M3 a mission is told in readable files, one folder for each, made from the log', async () => {
    const learning = open();
    log.record(...LIFE);
    await learning.close();
    expect(warnings).toEqual([]);
    expect(readdirSync(join(root, 'missions', 'dates')).sort()).toEqual([...MISSION_FILES].sort());
    expect(json('missions', 'dates', 'MISSION_CONTEXT.json')).toMatchObject({
      original_request: 'Keep dates in UTC.',
      current_understanding: 'All in UTC.',
      discovered_requirements: [{ text: 'Leap seconds too', by: 'a', why: 'a person asked' }],
      clarifications_made: [
        {
          old: 'Dates are kept in UTC and shown in local time.',
          new: 'All in UTC.',
          reason: 'it was told',
          by: 'a',
        },
      ],
      business_logic: { calculations: [{ text: 'A day has 24 hours' }], validations: [] },
    });
    expect(json('missions', 'dates', 'DEVIATIONS.json')).toMatchObject({
      summary: { minor: 1, major: 1, fundamental: 1 },
      deviations: [
        { id: 'D1', severity: 'minor', decision: null },
        {
          id: 'D2',
          agent_id: 'a',
          module: ['src/a/**'],
          action_taken: 'left a stub',
          decision: { verdict: 'rework' },
        },
        { id: 'D3', agent_id: 'b', decision: { verdict: 'adopt' } },
      ],
    });
    expect(json('missions', 'dates', 'MERGE_PLAN.json')).toMatchObject({
      deviations_count: 3,
      cycles: [{ queued: ['dates-a', 'dates-b'] }],
      results: {
        merged_parts: [{ item: 'dates-a' }],
        left_out: [{ item: 'dates-b', reason: 'ended in exploration' }],
        architectural_changes: [{ deviation: 'D3' }],
        reworked: [{ deviation: 'D2' }],
      },
    });
    expect(json('missions', 'dates', 'DISCOVERIES.json').discoveries).toMatchObject([
      { from: 'b', severity: 'critical' },
      { from: 'b', severity: 'info' },
    ]);
    expect(json('missions', 'dates', 'BUSINESS_LOGIC.json')).toMatchObject({ calculations: [{ by: 'b' }] });
    expect(json('missions', 'dates', 'INTEGRATION_PLAN.json').module_contracts).toHaveLength(2);
    expect(json('missions', 'dates', 'PHASE_PROGRESS.json')).toMatchObject({
      current_phase: 'implementation',
      step: 'working',
      phases: [{ name: 'implementation', state: 'now', completed: null }],
    });
  });

  test('M3 ten agents that report at once lose nothing, and no half file is ever seen', async () => {
    const learning = open();
    log.record(...begun('dates'));
    const path = join(root, 'missions', 'dates', 'DEVIATIONS.json');
    let torn = 0;
    let reads = 0;
    const reader = setInterval(() => {
      if (!existsSync(path)) return;
      reads += 1;
      try {
        JSON.parse(readFileSync(path, 'utf8'));
      } catch {
        torn += 1;
      }
    }, 1);
    for (let round = 0; round < 5; round++) {
      for (let agent = 0; agent < 10; agent++)
        log.record(reported('dates', agent % 2 ? 'a' : 'b', deviation('minor', `${round} ${agent}`)));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await learning.close();
    clearInterval(reader);
    expect(json('missions', 'dates', 'DEVIATIONS.json').deviations).toHaveLength(50);
    expect(reads).toBeGreaterThan(10);
    expect(torn).toBe(0);
    expect(readdirSync(join(root, 'missions', 'dates')).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('M3 a restart writes the same again, also what was never written', async () => {
    const first = open();
    log.record(...LIFE);
    await first.close();
    const before = all();
    await open().close();
    expect(all()).toEqual(before);
    rmSync(root, { recursive: true });
    mkdirSync(root);
    await open().close();
    expect(all()).toEqual(before);
  });

  test('M11 decided deviations that mattered and critical discoveries become rules; minor ones do not', async () => {
    const learning = open();
    log.record(...LIFE);
    expect(await learning.lessons()).toEqual([
      'The driver drops time zones.',
      'Parse the column before it is compared.',
      'there is no clock.',
    ]);
    expect(text('learning', 'GOTCHAS.md')).toContain('wrong days for everybody west of Greenwich');
    await learning.close();
  });

  test("M11 a person's edits of the rules are kept, and what they took out does not come back", async () => {
    const first = open();
    log.record(...LIFE);
    await first.close();
    const path = join(root, 'learning', 'GOTCHAS.md');
    const entries = readFileSync(path, 'utf8').split(/^(?=## )/m);
    const without = entries.filter((entry) => !entry.includes('Rule: there is no clock')).join('');
    writeFileSync(
      path,
      `${without.trimEnd()}\n\n## Mine\n\nRule: Ask first\n\n<!-- read up to entry ${log.store.lastSeq()} -->\n`,
    );
    const second = open();
    log.record(decided('dates', 'D1', 'reject'));
    log.record(reported('dates', 'a', deviation('major', 'two calendars')), decided('dates', 'D4', 'adopt'));
    expect(await second.lessons()).toEqual([
      'The driver drops time zones.',
      'Parse the column before it is compared.',
      'Ask first.',
      'two calendars.',
    ]);
    await second.close();
  });

  test('M11 failures are analysed, by kind, and kept as long as their kind', async () => {
    const first = open();
    const evidence = (passed: boolean, tree: string, outputTail: string) => ({
      tree,
      commit: tree,
      passed,
      results: [
        { command: 'npm test', exitCode: passed ? 0 : 1, timedOut: false, durationMs: 1, outputTail },
      ],
    });
    log.record(
      ...LIFE,
      {
        type: 'evidence-recorded',
        item: 'dates-a',
        run: 'r',
        evidence: evidence(false, 't1', 'ok\nAssertionError: 1'),
      },
      {
        type: 'evidence-recorded',
        item: 'dates-a',
        run: 'r',
        evidence: evidence(false, 't2', 'SyntaxError: )'),
      },
      { type: 'player-rested', player: 'first', until: 9e12, reason: 'too many requests' },
    );
    await first.close();
    const kinds = () =>
      json('learning', 'FAILURE_ANALYSIS.json').analyses.map(
        (each: { failure_type: string }) => each.failure_type,
      );
    expect(kinds()).toEqual(['design_flaw', 'design_flaw', 'implementation_bug', 'environment']);
    expect(json('learning', 'FAILURE_ANALYSIS.json')).toMatchObject({
      analyses: [
        {
          what_failed: 'dates are numbers',
          keep_if_reworking: ['Parse the column before it is compared', expect.anything()],
        },
        { mission: 'dates', phase: 'implementation' },
        { item: 'dates-a', what_failed: '`npm test` exited with 1', why_failed: 'AssertionError: 1' },
        { why_failed: 'too many requests' },
      ],
      patterns: { design_flaw: { avoid: ['dates are numbers'] } },
    });
    const second = open();
    log.record({ type: 'conductor-started', instance: 'i', version: 'v', pid: 1 }, ...ended('dates'));
    await second.close();
    expect(kinds()).toEqual(['design_flaw', 'design_flaw']);
  });

  test('M11 runs are measured from the log', async () => {
    const learning = open();
    log.record(...begun('dates'));
    for (const run of ['r1', 'r2']) {
      log.record({ type: 'run-started', item: 'dates-a', run, attempt: 1, player: 'violin', reservedUsd: 0 });
      if (run === 'r1')
        log.record({
          type: 'retry-scheduled',
          item: 'dates-a',
          retries: 1,
          dueAt: 0,
          error: 'x',
          sameAttempt: false,
        });
      log.record({ type: 'run-ended', item: 'dates-a', run, spend: NO_SPEND });
    }
    await learning.close();
    const written = text('learning', 'AGENT_METRICS.json');
    await open().close();
    expect(text('learning', 'AGENT_METRICS.json')).toBe(written);
    const { players } = JSON.parse(written);
    expect(players.violin).toMatchObject({
      degradation: { score: 0.2, level: 'steady', because: ['many were tried again'] },
      runs: [
        { run: 'r1', failed: true, retry: false, durationMs: 2_000 },
        { run: 'r2', failed: false, retry: true, durationMs: 1_000, files: null, normalised: null },
      ],
    });
  });

  test('M11 a mission that has ended and was cleared away is not written again', async () => {
    const first = open();
    log.record(...LIFE);
    await first.lessons();
    log.record(...ended('dates'));
    await first.close();
    expect(json('missions', 'dates', 'PHASE_PROGRESS.json')).toMatchObject({
      step: 'ended',
      outcome: 'done',
    });
    rmSync(join(root, 'missions', 'dates'), { recursive: true });
    const second = open();
    log.record(...begun('times'));
    await second.close();
    expect(readdirSync(join(root, 'missions'))).toEqual(['times']);
  });

  test('a disk that takes nothing costs the files and is told', async () => {
    writeFileSync(join(root, 'missions'), 'a file in its place');
    const learning = open();
    log.record(...LIFE);
    await learning.close();
    expect(warnings.join()).toMatch(/cannot be written/);
  });
});
