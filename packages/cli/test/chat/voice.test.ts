import type { ChatBatch, ChatView, RuntimeEvent } from '@symphony/domain';
import { expect, test } from 'vitest';
import { SpokenVoice } from '../../src/chat/voice.ts';
import type { Terminal } from '../../src/terminal.ts';

const SESSION = 'chat-1.r-1';
const turn = (content: string): RuntimeEvent => ({
  type: 'turn',
  turn: { id: 't', role: 'assistant', content, timestamp: 1, metadata: { actionType: 'progress' } },
});
const ended = (answer: string) => ({ type: 'ended', outcome: { answer } }) as RuntimeEvent;
const calls = { type: 'tool-started', id: 'c', tool: 'clock.now', input: {} } as RuntimeEvent;

/** What is on the screen after this was heard, batch by batch: words that come live, or what was recorded. */
function screenOf(...heard: readonly (string | RuntimeEvent)[]): string {
  let screen = '';
  let said = '';
  const terminal = {
    stdout: { write: (text: string) => (screen += text) },
    line: (text: string) => (screen += `${text}\n`),
    note: (text: string) => (screen += `(${text})\n`),
    paintError: (_style: string, text: string) => text,
  } as unknown as Terminal;
  const voice = new SpokenVoice({ terminal, live: true, quiet: false });
  for (const [at, each] of heard.entries()) {
    const words = typeof each === 'string' ? each : '';
    const live = {
      session: SESSION,
      from: said.length,
      text: words,
      thought: { from: 0, text: '' },
      progress: [],
    };
    said = typeof each === 'string' ? said + each : '';
    const entries = typeof each === 'string' ? [] : [{ seq: at + 1, session: SESSION, at, event: each }];
    const batch: ChatBatch = { seq: at, entries, playing: SESSION, live: words === '' ? null : live };
    voice.hear(batch, {} as ChatView);
  }
  return screen;
}

test.each<[string, readonly (string | RuntimeEvent)[], string]>([
  ['all of it came live', ['Hello', ' Ada.', turn('Hello Ada.'), ended('Hello Ada.')], 'Hello Ada.\n'],
  [
    'it was recorded before its last words came',
    ['Hello', turn('Hello Ada.'), ended('Hello Ada.')],
    'Hello Ada.\n',
  ],
  ['nothing came live', [ended('Hello Ada.')], 'Hello Ada.\n'],
  [
    'words before a call',
    ['I will', turn('I will look.'), calls, ended('It is noon.')],
    'I will look.\n(· clock.now)\nIt is noon.\n',
  ],
  [
    'it was stopped in the middle',
    ['One two', ended('One two\n\nNothing was done.')],
    'One two\n\nNothing was done.\n',
  ],
  [
    'it was stopped between two',
    ['One', turn('One'), ended('One\n\nNothing was done.')],
    'One\nNothing was done.\n',
  ],
])('what is said is on the screen once and whole: %s', (_name, heard, screen) => {
  expect(screenOf(...heard)).toBe(screen);
});
