import { asksOf, chosenAsk } from './asks.ts';
import { itemWith, listed } from './board.ts';
import { emptyBook } from './log-book.ts';
import { chosenMission, missionsOf } from './missions.ts';
import { type Model, type Step, stay, VIEWS, type View } from './model.ts';
import { logLines, type Stride, scrolled, transcript } from './scroll.ts';

export type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'home' | 'end';

/** Moves what is chosen in a list, or what is seen of a text. */
export function moved(model: Model, move: Move): Step {
  switch (model.view) {
    case 'overview':
      return stay(chooseItem(model, move));
    case 'inbox':
      return stay(chooseAsk(model, move));
    case 'missions':
      return stay(chooseMission(model, move));
    case 'logs': {
      const bottom = scrolled(logLines(model), model.logs.bottom, strideOf(model, move));
      return stay({ ...model, logs: { ...model.logs, bottom } });
    }
    case 'item': {
      const { pane } = model;
      if (pane === null) return stay(model);
      const bottom = scrolled(transcript(pane.book.lines), pane.bottom, strideOf(model, move));
      return stay({ ...model, pane: { ...pane, bottom } });
    }
  }
}

/** A page leaves some lines of the one before, to read on from. */
const pageOf = ({ size }: Model): number => Math.max(1, Math.floor(size.rows / 2));

function strideOf(model: Model, move: Move): Stride {
  if (move === 'home') return 'first';
  if (move === 'end') return 'last';
  return { lines: distance(model, move) };
}

function distance(model: Model, move: Exclude<Move, 'home' | 'end'>): number {
  const lines = move === 'up' || move === 'down' ? 1 : pageOf(model);
  return move === 'up' || move === 'page-up' ? -lines : lines;
}

/** An index moved within a list. */
function shifted(model: Model, at: number, length: number, move: Move): number {
  if (move === 'home') return 0;
  if (move === 'end') return length - 1;
  return Math.max(0, Math.min(length - 1, at + distance(model, move)));
}

function chooseItem(model: Model, move: Move): Model {
  if (model.board === null) return model;
  const items = listed(model.board);
  const at = items.findIndex(({ id }) => id === model.chosen);
  return { ...model, chosen: items[shifted(model, at, items.length, move)]?.id ?? model.chosen };
}

function chooseAsk(model: Model, move: Move): Model {
  const asks = asksOf(model.board);
  const at = asks.findIndex(({ key }) => key === chosenAsk(model)?.key);
  return { ...model, asked: asks[shifted(model, at, asks.length, move)]?.key ?? model.asked };
}

function chooseMission(model: Model, move: Move): Model {
  const missions = missionsOf(model.board);
  const at = missions.findIndex(({ id }) => id === chosenMission(model)?.id);
  return { ...model, mission: missions[shifted(model, at, missions.length, move)]?.id ?? model.mission };
}

export function enter(model: Model): Step {
  if (model.view === 'overview') return stay(openItem(model, model.chosen));
  if (model.view !== 'inbox' && model.view !== 'missions') return stay(model);
  const ask = chosenAsk(model);
  if (ask?.kind === 'approval') return stay(openItem(model, ask.item.id));
  return stay(ask ? answering(model, '') : model);
}

/** The line an answer is written in, begun with a choice when one was taken by its number. */
export function answering(model: Model, text: string): Model {
  const ask = chosenAsk(model);
  if (ask?.kind !== 'question') return model;
  const { item, question } = ask.view;
  const purpose = { kind: 'answer', item, question: question.id } as const;
  return { ...model, prompt: { kind: 'line', label: `Answer ${item}:`, text, purpose } };
}

export function openItem(model: Model, id: string | null): Model {
  const item = itemWith(model.board, id);
  if (item === null) return model;
  const again = model.pane?.id === item.id ? model.pane : null;
  return {
    ...model,
    view: 'item',
    chosen: item.id,
    pane: again ?? { id: item.id, book: emptyBook(0), bottom: null, explain: null, shows: 'transcript' },
  };
}

export function goTo(model: Model, view: View): Model {
  return view === 'item' ? openItem({ ...model, view }, model.chosen) : { ...model, view };
}

/** The next view, or with -1 the one before. */
export function shown(model: Model, by: 1 | -1): Step {
  const at = VIEWS.indexOf(model.view) + by + VIEWS.length;
  return stay(goTo(model, VIEWS[at % VIEWS.length] as View));
}

/** One thing at a time: a filter that hides lines goes before the view does. */
export function back(model: Model): Step {
  const { filter } = model.logs;
  if (model.view === 'logs' && (filter.search !== '' || filter.item !== null))
    return stay({ ...model, logs: { ...model.logs, filter: { ...filter, search: '', item: null } } });
  if (model.view === 'item' && model.pane?.shows === 'reasons')
    return stay({ ...model, pane: { ...model.pane, shows: 'transcript' } });
  return stay({ ...model, view: 'overview' });
}
