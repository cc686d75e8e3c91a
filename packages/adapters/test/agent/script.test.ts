import { describe, expect, test } from 'vitest';
import { occasionOf } from '../../src/agent/rehearsal/occasion.ts';
import { callsTools } from '../../src/agent/rehearsal/script/calls-tools.ts';
import { readScript } from '../../src/agent/rehearsal/script/script.ts';
import { readDuration } from '../../src/written/duration.ts';

const PIECE = { identifier: 'SYM/1 x', title: 'A thing', description: null };

function actions(script: unknown, attempt = 1) {
  const reading = readScript(script, attempt, PIECE);
  if (!reading.ok) throw new Error(reading.problem);
  return {
    main: reading.plays.main.map((step) => step.action),
    conflict: reading.plays.conflict.map((step) => step.action),
    failedChecks: reading.plays.failedChecks?.map((step) => step.action) ?? null,
    review: reading.plays.review?.map((step) => step.action) ?? null,
  };
}

function problem(script: unknown): string {
  const reading = readScript(script, 1, PIECE);
  return reading.ok ? 'no problem' : reading.problem;
}

describe('reading a rehearsal script', () => {
  test.each<[string, unknown, object]>([
    ['write', { path: 'a/b.txt', text: 'x' }, { kind: 'write', path: 'a/b.txt', text: 'x' }],
    ['append', { path: 'a', text: '' }, { kind: 'append', path: 'a', text: '' }],
    ['edit', { path: 'a', find: 'x', replace: '' }, { kind: 'edit', path: 'a', find: 'x', replace: '' }],
    ['run', 'npm test', { kind: 'run', command: 'npm test', allowFailure: false }],
    ['run', { command: 'x', allow_failure: true }, { kind: 'run', command: 'x', allowFailure: true }],
    ['commit', 'done', { kind: 'commit', message: 'done' }],
    ['say', 'hello', { kind: 'say', text: 'hello' }],
    ['think', 'hm', { kind: 'think', text: 'hm' }],
    ['sleep', '1.5s', { kind: 'sleep', ms: 1_500 }],
    ['spend', { input: 5 }, { kind: 'spend', input: 5, output: 0, usd: null }],
    [
      'ask',
      { text: 'which?', choices: ['a'], default: 'a', after: '2s' },
      { kind: 'ask', text: 'which?', choices: ['a'], defaultAnswer: 'a', defaultAfterMs: 2_000 },
    ],
    [
      'ask',
      { text: '?' },
      { kind: 'ask', text: '?', choices: [], defaultAnswer: null, defaultAfterMs: null },
    ],
    ['limit', { until: '+2s' }, { kind: 'limit', until: { afterMs: 2_000 } }],
    ['limit', { until: '2030-01-01T00:00:00Z' }, { kind: 'limit', until: { at: 1_893_456_000_000 } }],
    ['limit', { until: 12, message: 'm' }, { kind: 'limit', until: { at: 12 }, message: 'm' }],
    ['limit', {}, { kind: 'limit', until: null }],
    ['fail', 'no', { kind: 'fail', reason: 'no' }],
    ['fail', { message: 'no', fault: 'auth' }, { kind: 'fail', reason: 'no', fault: 'auth' }],
    ['permission', 'ls', { kind: 'permission', tool: 'Bash', command: 'ls', paths: [] }],
    [
      'permission',
      { tool: 'Write', paths: ['a'] },
      { kind: 'permission', tool: 'Write', command: null, paths: ['a'] },
    ],
    ['tool', 'get_context', { kind: 'tool', name: 'get_context', arguments: {}, must: false }],
    [
      'tool',
      { name: 'report_progress', arguments: { text: 'half', percent: 50 }, must: true },
      { kind: 'tool', name: 'report_progress', arguments: { text: 'half', percent: 50 }, must: true },
    ],
    ['hang', true, { kind: 'hang', ms: null, ignoreTerm: false, leaveGroup: false }],
    ['hang', '2s', { kind: 'hang', ms: 2_000, ignoreTerm: false, leaveGroup: false }],
    ['hang', { ignore_term: true }, { kind: 'hang', ms: null, ignoreTerm: true, leaveGroup: false }],
    ['exit', 4, { kind: 'exit', code: 4 }],
    ['turn', 'end', { kind: 'end-turn' }],
  ])('%s is read', (name, value, expected) => {
    expect(actions([{ [name]: value }]).main).toMatchObject([expected]);
  });

  test.each<[string, unknown, RegExp]>([
    ['an unknown step', [{ say: 'a' }, { wirte: {} }], /step 2 is "wirte".*did you mean "write"\?$/],
    ['a name every object has', [{ constructor: 'x' }], /step 1 is "constructor", which is not known/],
    ['two keys', [{ say: 'a', think: 'b' }], /step 1 must be a map with exactly one key/],
    ['a bare word', ['comit'], /step 1 must be a map.*such as "commit: …"/],
    ['a number', [{ say: 5 }], /step 1 \(say\) needs a text/],
    ['an empty text', [{ commit: ' ' }], /step 1 \(commit\) needs a text/],
    ['no path', [{ write: { text: 'x' } }], /step 1 \(write\) needs `path`/],
    ['a strange field', [{ write: { path: 'a', txt: 'x' } }], /knows path, text, not `txt`/],
    ['a path that goes up', [{ write: { path: 'a/../../b', text: '' } }], /leaves the chamber/],
    ['an absolute path', [{ append: { path: '/etc/x', text: '' } }], /leaves the chamber/],
    ["git's own folder", [{ edit: { path: '.git/config', find: 'a', replace: 'b' } }], /belongs to git/],
    ['the chamber itself', [{ write: { path: './.', text: '' } }], /names no file/],
    ['a bad duration', [{ sleep: 'soon' }], /needs a duration/],
    ['a negative price', [{ spend: { usd: -1 } }], /not negative as `usd`/],
    ['a bad exit code', [{ exit: 300 }], /from 0 to 255/],
    ['a bad turn', [{ turn: 'next' }], /knows only `turn: end`/],
    ['a bad limit', [{ limit: { until: 'noon' } }], /ISO date/],
    [
      'an unknown fault',
      [{ fail: { message: 'x', fault: 'me' } }],
      /needs one of auth, limit, provider, agent as `fault`/,
    ],
    ['a fault without words', [{ fail: { fault: 'auth' } }], /step 1 \(fail\) needs `message`/],
    ['a failure without anything', [{ fail: null }], /step 1 \(fail\) needs a map of message, fault/],
    ['leave for nothing', [{ permission: '' }], /step 1 \(permission\) needs a text/],
    ['leave for a strange thing', [{ permission: { paths: 'a' } }], /needs a list of texts as `paths`/],
    ['a tool without a name', [{ tool: { arguments: {} } }], /step 1 \(tool\) needs a text/],
    ['a list of arguments', [{ tool: { name: 'x', arguments: [] } }], /needs a map as `arguments`/],
    ['a tool that maybe must', [{ tool: { name: 'x', must: 'yes' } }], /needs true or false as `must`/],
    ['a text as script', 'say hello', /must be a list of steps/],
    ['a map of steps', { say: 'a' }, /must be a list of steps/],
    ['a bad attempt', { on_attempt: { first: [] } }, /attempt numbers and "else", not "first"/],
    [
      'a mistake in another attempt',
      { on_attempt: { 2: [{ sya: 'x' }] } },
      /step 1 of on_attempt 2 is "sya"/,
    ],
    ['a mistake in an occasion', [{ on_conflict: [{ run: 1 }] }], /step 1 of on_conflict \(run\)/],
    ['an occasion in another', [{ on_conflict: [{ on_failed_checks: [] }] }], /another occasion/],
    ['an occasion in comments', [{ on_review: [{ on_conflict: [] }] }], /another occasion/],
    ['an occasion without steps', [{ on_failed_checks: 'x' }], /needs a list of steps/],
  ])('%s is refused in words', (_, script, words) => {
    expect(problem(script)).toMatch(words);
    expect(problem(script)).toMatch(/[.?]$/);
  });

  test('no script is the built-in play, in a file named after the item', () => {
    const kinds = actions(undefined).main.map((action) => action.kind);
    expect(kinds).toEqual(['say', 'write', 'commit', 'say']);
    expect(actions(null).main[1]).toMatchObject({ path: 'rehearsal/SYM-1-x.md' });
    const again = actions(null).review;
    expect(again?.map((action) => action.kind)).toEqual(['say', 'append', 'commit', 'say']);
    expect(again?.[1]).toMatchObject({ path: 'rehearsal/SYM-1-x.md' });
  });

  test('an empty script plays nothing, and the word `prompts` leaves it to them', () => {
    expect(actions([]).main).toEqual([]);
    expect(readScript([], 1, PIECE)).toMatchObject({ fromPrompts: false });
    expect(readScript('prompts', 1, PIECE)).toMatchObject({ fromPrompts: true, plays: { main: [] } });
  });

  test('on_attempt takes the place of its steps, in a list or as the whole script', () => {
    const variants = { 1: [{ say: 'one' }], 2: [{ say: 'two' }, { say: 'more' }], else: [{ say: 'else' }] };
    const said = (script: unknown, attempt: number) =>
      actions(script, attempt).main.map((action) => (action.kind === 'say' ? action.text : action.kind));
    expect(said({ on_attempt: variants }, 2)).toEqual(['two', 'more']);
    const list = [{ say: 'a' }, { on_attempt: variants }, { say: 'z' }];
    expect(said(list, 1)).toEqual(['a', 'one', 'z']);
    expect(said(list, 9)).toEqual(['a', 'else', 'z']);
    expect(said({ on_attempt: { 1: [{ say: 'one' }] } }, 2)).toEqual([]);
  });

  test('occasions are kept apart from the main part', () => {
    const script = [
      { say: 'a' },
      { on_conflict: [{ say: 'c' }] },
      { on_failed_checks: [{ say: 'f' }] },
      { on_review: [{ say: 'r' }] },
    ];
    expect(actions(script)).toMatchObject({
      main: [{ text: 'a' }],
      conflict: [{ text: 'c' }],
      failedChecks: [{ text: 'f' }],
      review: [{ text: 'r' }],
    });
    expect(actions([]).conflict.map((action) => action.kind)).toContain('merge-target');
    expect([actions([]).failedChecks, actions([]).review]).toEqual([null, null]);
  });
});

test.each<[unknown, boolean]>([
  [undefined, false],
  [null, false],
  ['prompts', true],
  [[], false],
  [[{ say: 'tool' }], false],
  [[{ say: 'a' }, { tool: 'get_context' }], true],
  [[{ permission: { tool: 'Write', paths: ['a'] } }], false],
  [{ on_attempt: { 1: [], else: [{ tool: { name: 'x' } }] } }, true],
  [[{ on_conflict: [{ tool: 'x' }] }], true],
])('whether %j calls host tools: %j', (script, calls) => {
  expect(callsTools(script)).toBe(calls);
});

test.each<[unknown, number | null]>([
  [250, 250],
  ['250', 250],
  ['200ms', 200],
  [' 2s ', 2_000],
  ['1.5m', 90_000],
  ['1h', 3_600_000],
  [-1, null],
  [Number.NaN, null],
  ['', null],
  ['2 days', null],
  [true, null],
])('the duration %j is %j ms', (value, ms) => {
  expect(readDuration(value)).toBe(ms);
});

test.each([
  ['Do the work.', { kind: 'work' }],
  ['About a line: Your branch conflicts with the target', { kind: 'work' }],
  [
    'Your branch conflicts with the target\n\nTarget: release/1.0\n',
    { kind: 'conflict', target: 'release/1.0' },
  ],
  ['\nYour branch conflicts with the target.\nTarget: `main`', { kind: 'conflict', target: 'main' }],
  ['Your branch conflicts with the target', { kind: 'conflict', target: null }],
  ['\nREHEARSE: \n- say: a\n', { kind: 'script', text: '- say: a\n' }],
  ['REHEARSE: this\n- say: a\n', { kind: 'work' }],
  ['Please\nREHEARSE:\n- say: a\n', { kind: 'work' }],
  ['Your branch fails the checks once merged.\nTarget: main', { kind: 'failed-checks' }],
])('the occasion of %j', (prompt, occasion) => {
  expect(occasionOf(prompt)).toEqual(occasion);
});
