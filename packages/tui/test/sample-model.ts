import type { Entry, ExplainView, LogEvent, StatusView } from '@symphony/domain';
import { busy, item, NOW } from '@symphony/testkit';
import type { Key } from '../src/model/key.ts';
import { type Effect, initialModel, type Model, type Size } from '../src/model/model.ts';
import { type Happening, step } from '../src/model/step.ts';

process.env.TZ = 'UTC';

/** A dashboard that has the board `busy` before it, and plays what it is told. */
export class Player {
  model: Model;
  readonly effects: Effect[] = [];

  constructor(size: Size = { columns: 80, rows: 24 }, workbench: string | null = null) {
    this.model = initialModel(NOW, size, workbench);
  }

  happen(...happenings: readonly Happening[]): this {
    for (const happening of happenings) {
      const { model, effects } = step(this.model, happening);
      this.model = model;
      this.effects.push(...effects);
    }
    return this;
  }

  shows(status: StatusView = busy): this {
    return this.happen({ kind: 'frame', frame: { kind: 'board', status } });
  }

  /** Each argument is a key by its name, or text that is typed. */
  press(...keys: readonly string[]): this {
    return this.happen(...keys.flatMap(keysFor).map((key) => ({ kind: 'key', key }) as const));
  }
}

const NAMED = ['up', 'down', 'page-up', 'page-down', 'home', 'end', 'enter', 'escape', 'tab', 'back-tab'];
const EDITING = ['backspace', 'clear-line', 'drop-word', 'interrupt'];

const keysFor = (key: string): Key[] =>
  [...NAMED, ...EDITING].includes(key) ? [{ name: key } as Key] : Array.from(key, (char) => ({ char }));

export const choose = (player: Player, id: string): Player => {
  for (let tries = 0; player.model.chosen !== id && tries < 50; tries += 1) player.press('down');
  return player;
};

const event = (at: number, recorded: LogEvent): Entry => ({
  seq: at,
  at: NOW - 60_000 + at * 1000,
  event: recorded,
});
const ofItem = { item: 'sym-1', run: 'run-1' } as const;

/** Some of what a log holds: of one item, of another, and of none. */
export const entries: readonly Entry[] = [
  event(1, { type: 'conductor-started', instance: 'i', version: '0.1.0', pid: 7 }),
  event(2, { type: 'run-started', ...ofItem, attempt: 1, player: 'claude', reservedUsd: 0 }),
  event(3, { type: 'turn-started', ...ofItem, turn: 1, kind: 'first' }),
  event(4, {
    type: 'agent-reported',
    ...ofItem,
    event: { type: 'message', text: 'I read the parser first, then its tests; the dates are read twice.' },
  }),
  event(5, {
    type: 'agent-reported',
    ...ofItem,
    event: {
      type: 'plan',
      steps: [
        { text: 'Read the parser', done: true },
        { text: 'Write a failing test', done: false },
        { text: 'Mend it', done: false },
      ],
    },
  }),
  event(6, {
    type: 'agent-reported',
    ...ofItem,
    event: { type: 'tool-started', id: 't', name: 'bash', summary: 'npm test \u001b[31m' },
  }),
  event(7, {
    type: 'agent-reported',
    ...ofItem,
    event: { type: 'tool-ended', id: 't', ok: false, summary: 'exited with 1' },
  }),
  event(8, { type: 'question-asked', item: 'sym-9', run: 'run-9', question: busy.inbox[0]!.question }),
  event(9, { type: 'train-held', attempt: 'a', reason: 'main is checked out with changes' }),
];

export const explained: ExplainView = {
  item: item('SYM-1'),
  checks: [
    { name: 'is active', ok: true, reason: '' },
    { name: 'has a free slot', ok: false, reason: 'all 4 slots are in use' },
  ],
  contention: null,
  next: 'The agent goes on with its turn; its checks run when it says it is done.',
};

/** As if everything had been looked at once. */
export function openedAll(player: Player): Player {
  choose(player.shows(), 'sym-1').press('enter');
  player.happen(
    {
      kind: 'item-heard',
      id: 'sym-1',
      batch: { seq: 9, entries: entries.filter(({ event }) => 'item' in event && event.item === 'sym-1') },
    },
    { kind: 'explained', id: 'sym-1', explain: explained },
    { kind: 'log-heard', batch: { seq: 9, entries } },
  );
  return player.press('escape');
}
