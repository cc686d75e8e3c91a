import type { AgentEvent, LogEvent } from '@symphony/domain';
import { EVERY_AGENT_EVENT, EVERY_EVENT, entriesOf, HOSTILE, NOW, WIDE } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { comesToRest, isAtRest, isTakenOver } from '../../src/attach/rest.ts';
import { Story } from '../../src/attach/story.ts';
import { widthOf } from '../../src/screen/columns.ts';
import { plain } from '../../src/screen/paint.ts';

process.env.TZ = 'UTC';
const frame = { columns: 70, now: NOW, paint: plain, symphony: 'symphony', cutting: true };
const said = (event: AgentEvent): LogEvent => ({ type: 'agent-reported', item: 's-1', run: 'run-1', event });

function told(events: readonly LogEvent[], change: Partial<typeof frame> = {}): string {
  const story = new Story('S-1');
  return entriesOf(events)
    .flatMap((entry) => story.hear(entry, { ...frame, ...change }))
    .join('\n');
}

describe('the story of a run', () => {
  test('a whole turn: words, tools with how long they took, what was spent', () => {
    const events: LogEvent[] = [
      EVERY_EVENT['run-started'],
      EVERY_EVENT['turn-started'],
      said({ type: 'started', sessionId: 's', process: null, version: '2.1.0', model: 'opus' }),
      said({
        type: 'plan',
        steps: [
          { text: 'read', done: true },
          { text: 'write', done: false },
        ],
      }),
      said({ type: 'tool-started', id: 't1', name: 'Bash', summary: 'npm test' }),
      said({ type: 'tool-started', id: 't2', name: 'Read', summary: 'a file' }),
      said({ type: 'tool-ended', id: 't2', ok: true, summary: '12 lines' }),
      said({ type: 'tool-ended', id: 't1', ok: false, summary: 'exit 1' }),
      said({ type: 'tool-ended', id: 'unknown', ok: true, summary: 'something' }),
      said({ type: 'message', text: 'The tests fail because of a date that is written in another order.' }),
      said({ type: 'usage', usage: { inputTokens: 900, outputTokens: 100, usd: 0.25 } }),
      { type: 'turn-ended', item: 's-1', run: 'run-1', turn: 1, status: 'completed', message: '' },
    ];
    expect(told(events)).toMatchInlineSnapshot(`
      "10:30:00 ── S-1 claude takes it (attempt 2)
      10:30:01 ── S-1 turn 2: asked to solve a conflict with the target
      10:30:02 · the agent runs (version 2.1.0, opus)
      10:30:03 ☰ [x] read
                 [ ] write
      10:30:04 ▸ Bash npm test
      10:30:05 ▸ Read a file
      10:30:06 ✓ Read (1.0s) 12 lines
      10:30:07 ✗ Bash (3.0s) exit 1
      10:30:08 ✓ something
      10:30:09 ● The tests fail because of a date that is written in another
                 order.
      10:30:11 ── turn 1 completed, so far $0.25 for 1,000 tokens"
    `);
  });

  test('a question says how it is answered; a permission what may be said', () => {
    const question = {
      id: 'q',
      text: 'May it run `git push`?',
      choices: [],
      defaultAnswer: null,
      defaultAfterMs: null,
    };
    const permission = { id: 'q', tool: 'Bash', summary: 'git push', command: 'git push', paths: [] };
    expect(
      told([
        EVERY_EVENT['question-asked'],
        { type: 'question-asked', item: 's-1', run: 'run-1', question: { ...question, permission } },
        { type: 'question-asked', item: 's-1', run: 'run-1', question },
      ]),
    ).toMatchInlineSnapshot(`
      "10:30:00 ? Which one? (a / b) [after 1m 00s without an answer: a]
                 → symphony answer S-1 "a"
      10:30:01 ? May it run \`git push\`?
                 → symphony answer S-1 "allow"
      10:30:02 ? May it run \`git push\`?
                 → symphony answer S-1 "…""
    `);
  });

  test('limits that stay the same are told once', () => {
    const limits = (usedPercent: number) =>
      said({ type: 'limits', windows: [{ name: 'five hours', usedPercent, resetsAt: null }] });
    expect(told([limits(10), limits(10), limits(60)]).split('\n')).toHaveLength(2);
  });

  test('everything that can be recorded is told without a line too wide or a command to the terminal', () => {
    const hostile = (value: unknown): unknown =>
      typeof value === 'string'
        ? `${value} ${HOSTILE} ${WIDE}`
        : Array.isArray(value)
          ? value.map(hostile)
          : value;
    const events = [
      ...Object.values(EVERY_EVENT),
      ...Object.values(EVERY_AGENT_EVENT).map((event) =>
        said(
          Object.fromEntries(
            Object.entries(event).map(([key, value]) => [key, key === 'type' ? value : hostile(value)]),
          ) as unknown as AgentEvent,
        ),
      ),
    ];
    const text = told(events);
    for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(frame.columns);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text.split('\n').length).toBeGreaterThan(40);
  });

  test('for a file a tool is one line and nothing of it is cut', () => {
    const long = 'x '.repeat(100).trim();
    const events = [said({ type: 'tool-started', id: 't', name: 'Bash', summary: long })];
    expect(told(events, { cutting: false })).toContain(long);
    expect(told(events).endsWith('…')).toBe(true);
    expect(told(events).split('\n')).toHaveLength(1);
  });
});

describe('when watching is over', () => {
  const moved = (to: 'open' | 'failed' | 'needs_human' | 'queued' | 'paused' | 'completed' | 'handed_off') =>
    comesToRest({ ...EVERY_EVENT['item-moved'], to });

  test.each([
    ['open', true],
    ['failed', true],
    ['needs_human', true],
    ['queued', false],
    ['paused', false],
    ['completed', false],
    ['handed_off', false],
  ] as const)('moved to %s: %s', (to, rests) => expect(moved(to)).toBe(rests));

  test.each([
    ['open', 'merged', true],
    ['open', 'none', false],
    ['failed', 'none', true],
    ['needs_human', 'none', true],
    ['queued', 'none', false],
  ] as const)('found %s (%s): %s', (state, outcome, rests) =>
    expect(isAtRest({ state, outcome, run: null })).toBe(rests),
  );

  test('taken over from its beginning to its end', () => {
    const { 'takeover-began': began, 'takeover-ended': ended } = EVERY_EVENT;
    expect(isTakenOver([])).toBe(false);
    expect(isTakenOver([began])).toBe(true);
    expect(isTakenOver([began, ended])).toBe(false);
    expect(isTakenOver([began, ended, began, EVERY_EVENT['pause-wanted']])).toBe(true);
  });
});
