import { type ChatId, emptyChat } from '@symphony/domain';
import { Complaint, complain } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { wrap } from '../screen/columns.ts';
import { oneLine } from '../screen/harmless.ts';
import type { Terminal } from '../terminal.ts';
import { hearRequest, type Voice } from './hear.ts';
import { askLeave } from './leave.ts';
import { setTimer } from './one-shot.ts';
import { openPrompt, type Prompt } from './prompt.ts';
import { withChats } from './reach.ts';
import { listenForTimers } from './rings.ts';
import { carryOut, isSlash } from './slash.ts';
import { resume, type Talk } from './state.ts';
import { jsonVoice, SpokenVoice } from './voice.ts';

export interface TalkOptions {
  /** True: the last chat. */
  readonly resume?: string | true;
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** Talks until the person leaves or there is nothing more to read. */
export async function talk(desk: Desk, options: TalkOptions): Promise<void> {
  await withChats(desk, async (reached) => {
    const state: Talk = {
      desk,
      reached,
      json: options.json === true,
      id: null,
      view: emptyChat(''),
      files: [],
      over: false,
    };
    if (options.resume) await resume(state, options.resume);
    const interrupts = new Interrupts(state);
    const prompt = openPrompt({
      interactive: desk.terminal.interactive && !state.json,
      mark: '› ',
      history: state.view.requests.map(({ text }) => text),
      onInterrupt: () => interrupts.hear(() => prompt.close()),
    });
    const rings = listenForTimers(reached, (text) => desk.terminal.note(text));
    try {
      if (desk.terminal.interactive && !state.json) greet(state);
      await loop(state, prompt, interrupts, options);
    } finally {
      prompt.close();
      await rings.stop();
    }
  });
}

async function loop(
  state: Talk,
  prompt: Prompt,
  interrupts: Interrupts,
  options: TalkOptions,
): Promise<void> {
  for (let line = await prompt.next(); line !== null && !state.over; line = await prompt.next()) {
    interrupts.forget();
    if (line.trim() === '') continue;
    try {
      if (isSlash(line)) await carryOut(state, line.trim());
      else await say(state, line, prompt, interrupts, options);
    } catch (error) {
      // One thing that went wrong ends no chat, unless nobody is there to go on.
      complain(error, state.desk.terminal);
      state.desk.endWith(1);
      if (!state.desk.terminal.interactive) return;
    }
    if (state.over) return;
  }
}

async function say(
  state: Talk,
  text: string,
  prompt: Prompt,
  interrupts: Interrupts,
  { yes }: TalkOptions,
): Promise<void> {
  const { desk, reached, json } = state;
  const { terminal } = desk;
  const files = state.files;
  const sent = await reached.client.command({
    name: 'chat-send',
    chat: state.id,
    text,
    ...(files.length > 0 ? { files } : {}),
    permit: yes ? 'yes' : terminal.interactive || json ? 'ask' : 'no',
    by: desk.person,
  });
  if (!sent.accepted || !sent.chat || !sent.session) throw new Complaint(sent.message);
  state.files = [];
  state.id = sent.chat;
  const voice: Voice = json
    ? jsonVoice(terminal)
    : new SpokenVoice({ terminal, live: terminal.stdout.isTTY === true, quiet: !terminal.interactive });
  const { chat, session } = { chat: sent.chat, session: sent.session };
  interrupts.playing = chat;
  try {
    const hearing = {
      chat,
      session,
      after: state.view.seq,
      before: state.view.id === chat ? state.view : null,
    };
    const { client } = reached;
    const { request, chat: view } = await hearRequest(client, hearing, voice, (question, settled) =>
      askLeave({ desk, client, chat, read: prompt.question }, question, settled),
    );
    state.view = view;
    if (request.state !== 'done') {
      desk.endWith(1);
      const why = request.error ?? 'It could not be answered.';
      // An answer that was not finished says itself why.
      if (!json && !request.answer.includes(why)) note(terminal, 'bad', why);
    } else desk.endWith(0);
    if (!json && reached.running === null && setTimer(request))
      terminal.note('No Symphony runs here, so the timer rings when one is started: `symphony up`.');
  } finally {
    interrupts.playing = null;
  }
}

function greet({ desk, reached, id }: Talk): void {
  const { terminal } = desk;
  const who = reached.running === null ? 'No conductor runs here; this terminal plays the chat itself.' : '';
  const chat = id === null ? 'A new chat.' : `Chat ${id}.`;
  note(terminal, 'dim', `${chat} /help lists what else there is. ${who}`);
}

function note(terminal: Terminal, style: Parameters<Terminal['paintError']>[0], text: string): void {
  for (const line of wrap(oneLine(text), terminal.frame().columns))
    terminal.note(terminal.paintError(style, line));
}

/** Ctrl-C stops the answer; again, or while nothing is answered, it leaves. */
class Interrupts {
  readonly #state: Talk;
  #count = 0;
  playing: ChatId | null = null;

  constructor(state: Talk) {
    this.#state = state;
  }

  hear(leave: () => void): void {
    this.#count += 1;
    const { desk, reached } = this.#state;
    if (this.playing !== null && this.#count === 1) {
      const chat = this.playing;
      void reached.client.command({ name: 'chat-stop', chat, by: desk.person }).catch(() => undefined);
      return;
    }
    if (this.#count === 1) {
      desk.terminal.note('Again to leave.');
      return;
    }
    this.#state.over = true;
    leave();
  }

  forget(): void {
    this.#count = 0;
  }
}
