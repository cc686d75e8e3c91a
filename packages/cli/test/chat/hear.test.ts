import type { ChatBatch, ChatQuestion, JournalEntry, RuntimeEvent } from '@symphony/domain';
import { expect, test } from 'vitest';
import { hearRequest } from '../../src/chat/hear.ts';
import { askLeave } from '../../src/chat/leave.ts';
import type { ChatClient } from '../../src/chat/reach.ts';
import { SILENT } from '../../src/chat/voice.ts';
import type { Desk } from '../../src/desk.ts';

const SESSION = 'chat-1.r-1';
const HEARING = { chat: 'chat-1', session: SESSION, after: 0, before: null };
const question = (id: string, input: object = {}): ChatQuestion =>
  ({
    id,
    tool: 'shell.run',
    input,
    permissions: ['execute'],
    text: 'May `shell.run` execute?',
  }) as ChatQuestion;
const asked = (id: string): RuntimeEvent => ({ type: 'asked', question: question(id) });
const answered = (id: string): RuntimeEvent => ({
  type: 'answered',
  question: id,
  verdict: 'once',
  by: 'ada',
});
const began: RuntimeEvent = { type: 'began', task: 'Run it', agent: 'chat' };
const ended = {
  type: 'ended',
  mode: 'legacy',
  outcome: { success: true, answer: 'ok', metrics: { tokens: { input: 0, output: 0 } } },
} as RuntimeEvent;

/** A chat that says these batches, each after the gate before it. */
function clientSaying(batches: readonly (readonly RuntimeEvent[] | Promise<void>)[]): ChatClient {
  async function* chat(): AsyncGenerator<ChatBatch, void, undefined> {
    let seq = 0;
    for (const events of batches) {
      if (events instanceof Promise) await events;
      else {
        const entries = events.map((event): JournalEntry => {
          seq += 1;
          return { seq, session: SESSION, at: seq, event };
        });
        yield { seq, entries, playing: SESSION, live: null };
        if (events.includes(ended)) yield { seq, entries: [], playing: null, live: null };
      }
    }
  }
  return { chat } as unknown as ChatClient;
}

test('of several questions at once each is asked when the one before has its answer', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gates = new Map([
    ['a', first],
    ['b', second],
  ]);
  const log: string[] = [];
  const told = Promise.withResolvers<void>();
  const heard = hearRequest(
    clientSaying([[began, asked('a'), asked('b'), asked('c')], [answered('c')], told.promise, [ended]]),
    HEARING,
    SILENT,
    async ({ id }) => {
      log.push(`ask ${id}`);
      await gates.get(id)?.promise;
      log.push(`done ${id}`);
      if (id === 'b') told.resolve();
    },
  );
  await new Promise(setImmediate);
  expect(log).toEqual(['ask a']);
  first.resolve();
  second.resolve();
  await heard;
  // Somebody else answered c.
  expect(log).toEqual(['ask a', 'done a', 'ask b', 'done b']);
});

test('what is asked again under the same name is asked again', async () => {
  const log: string[] = [];
  const twice = Promise.withResolvers<void>();
  const once = Promise.withResolvers<void>();
  const batches = [[began, asked('a')], once.promise, [answered('a'), asked('a')], twice.promise, [ended]];
  await hearRequest(clientSaying(batches), HEARING, SILENT, async ({ id }) => {
    log.push(id);
    if (log.length === 1) once.resolve();
    else twice.resolve();
  });
  expect(log).toEqual(['a', 'a']);
});

test('a question that is answered elsewhere lets go of the keyboard, and the next one is asked', async () => {
  const log: string[] = [];
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const batches = [[began, asked('a'), asked('b')], begun.promise, [answered('a')], done.promise, [ended]];
  await hearRequest(clientSaying(batches), HEARING, SILENT, async ({ id }, settled) => {
    log.push(`ask ${id}`);
    if (id === 'b') return done.resolve();
    begun.resolve();
    await new Promise((resolve) => settled.addEventListener('abort', resolve));
    log.push(`let go of ${id}`);
  });
  expect(log).toEqual(['ask a', 'let go of a', 'ask b']);
});

test('it is over when nothing is played any more, so that the next request is not refused', async () => {
  const idle = Promise.withResolvers<void>();
  let over = false;
  async function* chat(): AsyncGenerator<ChatBatch, void, undefined> {
    const entries = [began, ended].map((event, at) => ({ seq: at + 1, session: SESSION, at, event }));
    yield { seq: 2, entries, playing: SESSION, live: null };
    await idle.promise;
    yield { seq: 2, entries: [], playing: null, live: null };
  }
  const heard = hearRequest({ chat } as unknown as ChatClient, HEARING, SILENT, async () => undefined).then(
    () => (over = true),
  );
  await new Promise(setImmediate);
  expect(over).toBe(false);
  idle.resolve();
  await heard;
});

test('leave is asked with all that is wanted in sight, and an answer that came too late ends nothing', async () => {
  const notes: string[] = [];
  const terminal = {
    note: (text: string) => notes.push(text),
    paintError: (_: string, text: string) => text,
  };
  const command = `${'x'.repeat(2_000)}; rm -rf /\u202e`;
  await askLeave(
    {
      desk: { terminal: { ...terminal, env: {} }, person: 'ada' } as unknown as Desk,
      client: { command: () => Promise.reject(new Error('Nothing is asked in this chat now.')) },
      chat: 'chat-1',
      read: async () => 'y',
    },
    question('a', { command }),
    new AbortController().signal,
  );
  expect(notes[1]).toBe(`  {"command":"${'x'.repeat(2_000)}; rm -rf /\\u202e"}`);
  expect(notes[2]).toContain('Nothing is asked');
});
