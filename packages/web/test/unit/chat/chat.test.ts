import {
  type ChatBatch,
  type ChatLive,
  type ConversationTurn,
  type ExecutionPlan,
  emptyChat,
  foldChatEntries,
  type JournalEntry,
  type RuntimeEvent,
} from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attach, MOST_CHARACTERS } from '../../../src/screens/chat/attachments.ts';
import { chatRows } from '../../../src/screens/chat/chat-rows.ts';
import { countWords, moneyWords, routeWords } from '../../../src/screens/chat/chat-words.ts';
import { chatsCalled } from '../../../src/screens/chat/chats-called.ts';
import { planDrawing, planWords } from '../../../src/screens/chat/plan-drawing.ts';
import { spokenOf } from '../../../src/screens/chat/spoken.ts';
import { hearBatch, type ToldChat, untold } from '../../../src/screens/chat/told-chat.ts';
import { inputLine } from '../../../src/screens/chat/tool-deed.ts';

const SESSION = 'chat-1.r-1';

const entries = (events: readonly RuntimeEvent[], from = 1): JournalEntry[] =>
  events.map((event, at) => ({ seq: from + at, session: SESSION, at: 1_000 * (from + at), event }));

const began: RuntimeEvent = { type: 'began', task: 'Look at it', agent: 'chat' };

const said = (
  content: string,
  actionType: NonNullable<ConversationTurn['metadata']>['actionType'],
): RuntimeEvent => ({
  type: 'turn',
  turn: {
    id: content,
    role: 'assistant',
    content,
    timestamp: 1,
    ...(actionType && { metadata: { actionType } }),
  },
});

const METRICS = {
  duration: 5,
  modelCalls: 1,
  toolCalls: 0,
  tokens: { input: 1, output: 1 },
  cost: 0,
  cacheHits: 0,
};

const ended = (answer: string, error?: string): RuntimeEvent => ({
  type: 'ended',
  mode: 'legacy',
  outcome: { success: error === undefined, answer, metrics: METRICS, ...(error !== undefined && { error }) },
});

const toolEnd = (id: string, success: boolean): RuntimeEvent => ({
  type: 'tool-ended',
  id,
  tool: 'files.read',
  result: {
    success,
    ...(success ? { result: 'text' } : { error: 'There is no such file.' }),
    metrics: { duration: 40, startTime: 0, endTime: 40 },
  },
});

const toolStart = (id: string): RuntimeEvent => ({
  type: 'tool-started',
  id,
  tool: 'files.read',
  input: { path: 'README.md' },
});

const toldOf = (events: readonly RuntimeEvent[], playing: string | null = null): ToldChat => ({
  chat: foldChatEntries(emptyChat('chat-1'), entries(events)),
  playing,
  live: null,
});

const kinds = (told: ToldChat): string[] => chatRows(told, []).map(({ kind }) => kind);

const live = (from: number, text: string): ChatLive => ({
  session: SESSION,
  from,
  text,
  thought: { from: 0, text: '' },
  progress: [],
});

const batch = (part: Partial<ChatBatch>): ChatBatch => ({
  seq: 0,
  entries: [],
  playing: SESSION,
  live: null,
  ...part,
});

describe('what is being said', () => {
  test('is whole however it is cut into pieces, and however often a piece comes again', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.array(fc.tuple(fc.nat(), fc.nat())), (text, cuts) => {
        let told = untold('chat-1');
        let heard = 0;
        // A piece may begin before what was heard (it comes again), never behind it.
        for (const [back, on] of cuts) {
          const from = back % (heard + 1);
          const to = Math.max(from, Math.min(text.length, from + (on % (text.length + 1))));
          told = hearBatch(told, batch({ live: live(from, text.slice(from, to)) }));
          heard = to;
          expect(told.live?.text).toBe(text.slice(0, to));
        }
        told = hearBatch(told, batch({ live: live(heard, text.slice(heard)) }));
        expect(told.live?.text).toBe(text);
      }),
    );
  });

  test('is gone when it is recorded, and entries that come again change nothing', () => {
    const all = entries([began, said('Hello', 'answer')]);
    const before = hearBatch(untold('chat-1'), batch({ entries: all.slice(0, 1), live: live(0, 'Hel') }));
    const after = hearBatch(before, batch({ entries: all }));
    expect(after.live).toBeNull();
    expect(hearBatch(after, batch({ entries: all })).chat).toBe(after.chat);
    expect(kinds(after)).toEqual(['asked', 'speech', 'live']);
  });
});

describe('the rows of a conversation', () => {
  test('leave out what another row shows, and say the answer once', () => {
    const told = toldOf([
      began,
      said('Understood. Starting: Look at it', 'opening'),
      toolStart('c1'),
      toolEnd('c1', true),
      said('Read it: done in 40 ms', 'tool'),
      toolStart('c2'),
      toolEnd('c2', false),
      { type: 'adapted', what: 'It was begun anew.' },
      said('It was begun anew.', 'adaptation'),
      said('It says hello.', 'answer'),
      ended('It says hello.'),
    ]);
    const rows = chatRows(told, []);
    expect(rows.map(({ kind }) => kind)).toEqual(['asked', 'deeds', 'note', 'speech', 'end']);
    const deeds = rows.flatMap((row) => (row.kind === 'deeds' ? row.block.deeds : []));
    expect(deeds).toMatchObject([
      { name: 'files.read', state: 'done', summary: 'README.md', ms: 40 },
      { name: 'files.read', state: 'failed', summary: 'There is no such file.' },
    ]);
    expect(chatRows({ ...told }, [])).toEqual(rows);
    expect(chatRows({ ...told }, [])[0]).toBe(rows[0]);
  });

  test('tell what nobody plays any more as interrupted, and a tool that was cut off as failed', () => {
    const cut = toldOf([began, toolStart('c1')]);
    expect(kinds(cut)).toEqual(['asked', 'deeds', 'end']);
    const [, deeds, end] = chatRows(cut, []);
    expect(end).toMatchObject({ kind: 'end', state: 'interrupted' });
    expect(deeds).toMatchObject({ block: { deeds: [{ state: 'failed' }] } });
    expect(spokenOf(cut)).toBe('It was cut off before it had answered.');
    expect(kinds(toldOf([began, toolStart('c1')], SESSION))).toEqual(['asked', 'deeds', 'live']);
    const stopped = toldOf([began, { type: 'stopped', by: 'ada' }]);
    expect(chatRows(stopped, [])[1]).toMatchObject({ kind: 'end', state: 'stopped' });
  });

  test('show a question instead of waiting, and nothing of it when it is over', () => {
    const question = {
      id: 'c1',
      tool: 'shell.run',
      input: {},
      permissions: ['execute'],
      text: 'May it?',
    } as const;
    const asking = toldOf([began, { type: 'asked', question }], SESSION);
    expect(kinds(asking)).toEqual(['asked', 'question']);
    expect(spokenOf(asking)).toBe('Symphony asks: May it?');
    expect(kinds({ ...asking, playing: null })).toEqual(['asked', 'end']);
  });

  test('have what rang after the request it was set in', () => {
    const told = toldOf([began, ended('Set.')]);
    const ring = { timer: 't1', label: 'Tea', at: 9_000, lateMs: 0 };
    expect(chatRows(told, [ring]).map(({ kind }) => kind)).toEqual(['asked', 'speech', 'end', 'ring']);
  });
});

const step = (
  stepNumber: number,
  toolName: string,
  status: 'pending' | 'in_progress' | 'failed' | 'completed',
) => ({
  stepNumber,
  toolName,
  description: `Does ${stepNumber}`,
  parameters: {},
  dependsOn: stepNumber === 3 ? [1, 2] : [],
  status,
});

const PLAN: ExecutionPlan = {
  planId: 'p1',
  request: 'Do three things',
  selectedTools: [],
  steps: [
    step(1, 'weather.forecast', 'failed'),
    step(2, 'timer.set', 'in_progress'),
    step(3, 'none', 'pending'),
  ],
  reasoning: '',
  createdAt: 1,
  status: 'in_progress',
  metadata: {},
};

describe('a plan', () => {
  test('is drawn with how each step stands, and the request leads only to what nothing else leads to', () => {
    const { nodes, edges } = planDrawing(PLAN, new Set([2]));
    expect(nodes.map(({ label, state }) => `${label} ${state}`)).toEqual([
      'Request completed',
      '1. weather.forecast failed',
      '2. timer.set waiting',
      '3. answer pending',
    ]);
    expect(edges.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([
      'request step-1',
      'request step-2',
      'step-1 step-3',
      'step-2 step-3',
    ]);
    expect(planWords(PLAN)).toBe('0 of 3 done, 1 failed');
  });
});

describe('words and files', () => {
  test('tell numbers as people read them, and unknown prices as unknown', () => {
    expect([999, 9_999, 12_345, 4_500_000].map(countWords)).toEqual(['999', '9,999', '12.3k', '4.5M']);
    const cost = { usd: null, inputTokens: 1, outputTokens: 1, modelCalls: 1, toolCalls: 0 };
    expect(moneyWords(cost)).toBe('$?');
    expect(moneyWords({ ...cost, usd: 0.25 })).toBe('$0.25');
    expect(moneyWords({ ...cost, modelCalls: 0 })).toBe('');
    const route = { route: 'repo_questions', path: 'fast' } as never;
    expect(routeWords({ route, complexity: 'simple' })).toBe('repo questions · one step');
    expect(inputLine({ path: 'a', limit: 3 })).toBe('path: a, limit: 3');
  });

  test('are taken while there is room, and what is no text is refused with a reason', () => {
    const one = attach(
      [],
      [
        { name: 'a.txt', text: 'one' },
        { name: 'b.bin', text: '\0' },
      ],
    );
    expect(one.files).toHaveLength(1);
    expect(one.refusal).toBe('b.bin is not a text file.');
    expect(attach(one.files, [{ name: 'a.txt', text: 'two' }]).files).toEqual([
      { name: 'a.txt', text: 'two' },
    ]);
    const long = attach(one.files, [{ name: 'c.txt', text: 'x'.repeat(MOST_CHARACTERS) }]);
    expect(long.files).toEqual(one.files);
    expect(long.refusal).toMatch(/is too long/);
  });

  test('a chat is found by words of its title in any order', () => {
    const head = (title: string) =>
      ({ id: title, title, startedAt: 0, lastAt: 0, requests: 1, state: 'idle' }) as const;
    const heads = [head('About the readme'), head('Weather')];
    expect(chatsCalled(heads, 'README about').map(({ title }) => title)).toEqual(['About the readme']);
    expect(chatsCalled(heads, ' ')).toBe(heads);
  });
});
