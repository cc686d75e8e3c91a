import { writeFile } from 'node:fs/promises';
import { emptyChat } from '@symphony/domain';
import { Complaint, misuse } from '../complaint.ts';
import { nameFor } from '../mission/name.ts';
import { chatLines, chatListLines, costLines, planLines, runtimeLines } from '../screen/chat-screen.ts';
import { wrap } from '../screen/columns.ts';
import { jsonText, oneLine } from '../screen/harmless.ts';
import { readGiven } from './files.ts';
import { resume, type Talk } from './state.ts';

/** What can be said in a chat that is not meant for the model. */

interface Slash {
  readonly usage: string;
  readonly does: string;
  readonly act: (state: Talk, rest: string) => Promise<void> | void;
}

const BESIDE = 16;
const CTRL_C = { usage: 'Ctrl-C', does: 'stops the answer; twice leaves' };

const SLASHES: Readonly<Record<string, Slash>> = {
  plan: {
    usage: '/plan',
    does: 'the plan of the last request, and what became of its steps',
    act: (state) => show(state, (frame) => planLines(state.view.requests.at(-1)?.plan ?? null, frame)),
  },
  tools: {
    usage: '/tools',
    does: 'the models and tools there are, and the timers that are set',
    act: async (state) => {
      const view = await state.reached.client.ask('runtime', {});
      show(state, (frame) => runtimeLines(view, frame));
    },
  },
  cost: {
    usage: '/cost',
    does: 'what this chat cost',
    act: (state) => show(state, (frame) => costLines(state.view.cost, frame)),
  },
  attach: {
    usage: '/attach FILE',
    does: 'give a text file along with the next request',
    act: async (state, path) => {
      if (path === '') throw misuse('It is not said which file.', 'Use `/attach FILE`.');
      const file = await readGiven(path);
      state.files.push(file);
      show(state, () => [`${file.name} goes along with the next request.`]);
    },
  },
  history: {
    usage: '/history',
    does: 'what was said in this chat, and the other chats there are',
    act: async (state) => {
      const chats = await state.reached.client.ask('chats', { limit: 20 });
      show(state, (frame) => [...chatLines(state.view, frame), ...chatListLines(chats, frame)]);
    },
  },
  resume: {
    usage: '/resume [ID]',
    does: 'go on in another chat; without an id in the last one',
    act: (state, id) => resume(state, id === '' ? true : id),
  },
  new: {
    usage: '/new',
    does: 'begin another chat',
    act: (state) => {
      state.id = null;
      state.view = emptyChat('');
    },
  },
  rename: {
    usage: '/rename TITLE',
    does: 'give this chat a title',
    act: async (state, title) => {
      if (title === '') throw misuse('The title is missing.', 'Use `/rename TITLE`.');
      await order(state, { name: 'chat-rename', chat: chatOf(state), title, by: state.desk.person });
    },
  },
  export: {
    usage: '/export FILE',
    does: 'write the chat to a file, as JSON',
    act: async (state, path) => {
      if (path === '') throw misuse('It is not said where to.', 'Use `/export FILE`.');
      const conversations = await state.reached.client.ask('chat-export', { id: chatOf(state) });
      await writeFile(path, `${jsonText(conversations, 2)}\n`);
      show(state, () => [`Written to ${path}.`]);
    },
  },
  item: {
    usage: '/item [TITLE]',
    does: 'make a work item of this chat',
    act: (state, title) =>
      order(state, {
        name: 'chat-item',
        chat: chatOf(state),
        session: null,
        title: title === '' ? null : title,
        by: state.desk.person,
      }),
  },
  mission: {
    usage: '/mission [NAME]',
    does: 'have a player plan a mission from this chat',
    act: (state, name) =>
      order(state, {
        name: 'chat-mission',
        chat: chatOf(state),
        mission: name === '' ? nameFor(state.view.title) : name,
        by: state.desk.person,
      }),
  },
  help: {
    usage: '/help',
    does: 'this list',
    act: (state) =>
      show(state, ({ columns }) =>
        [...Object.values(SLASHES), CTRL_C].flatMap(({ usage, does }) =>
          wrap(does, columns - BESIDE).map((line, at) => `${(at === 0 ? usage : '').padEnd(BESIDE)}${line}`),
        ),
      ),
  },
  quit: {
    usage: '/quit',
    does: 'leave; the chat is kept',
    act: (state) => {
      state.over = true;
    },
  },
};

export const isSlash = (line: string): boolean => /^\/[a-z]+(?:\s|$)/.test(line.trim());

export async function carryOut(state: Talk, line: string): Promise<void> {
  const [, name = '', rest = ''] = /^\/([a-z]+)\s*(.*)$/s.exec(line) ?? [];
  const known = name === 'exit' ? SLASHES.quit : SLASHES[name];
  if (!known) throw new Complaint(`There is no /${name}.`, '/help lists what there is.');
  await known.act(state, rest.trim());
}

type Order = Parameters<Talk['reached']['client']['command']>[0];

async function order(state: Talk, command: Order): Promise<void> {
  const { accepted, message } = await state.reached.client.command(command);
  if (!accepted) throw new Complaint(message);
  show(state, () => [oneLine(message)]);
}

function chatOf({ id }: Talk): string {
  if (id !== null) return id;
  throw new Complaint('Nothing was said in this chat yet.', 'Say something first.');
}

/** To the side where a program reads: its lines are batches. */
function show(
  { desk, json }: Talk,
  lines: (frame: ReturnType<Talk['desk']['terminal']['frame']>) => string[],
): void {
  const { terminal } = desk;
  const made = lines(terminal.frame());
  if (json) for (const line of made) terminal.note(line);
  else terminal.lines(made);
}
