import { itemWith } from './board.ts';
import { WEIGHTS } from './log-book.ts';
import { type Model, type Step, stay, withNotice } from './model.ts';
import { followToggled, logLines, transcript } from './scroll.ts';

const WEIGHT_WORDS = {
  outcome: 'only what ends or turns an item',
  milestone: 'outcomes and milestones',
  detail: 'everything but the talk of agents',
  chatter: 'everything',
} as const;

export const weightWords = (model: Model): string => WEIGHT_WORDS[model.logs.filter.lightest];

export function nextWeight(model: Model): Step {
  const { filter } = model.logs;
  const next = WEIGHTS[(WEIGHTS.indexOf(filter.lightest) + 1) % WEIGHTS.length] ?? 'detail';
  return stay({ ...model, logs: { ...model.logs, bottom: null, filter: { ...filter, lightest: next } } });
}

export function filterItem(model: Model): Step {
  const { filter } = model.logs;
  const item = filter.item === null ? (itemWith(model.board, model.chosen)?.id ?? null) : null;
  if (filter.item === null && item === null)
    return stay(withNotice(model, 'Choose an item on the board first.', 'dim'));
  return stay({ ...model, logs: { ...model.logs, bottom: null, filter: { ...filter, item } } });
}

export function toggleFollow(model: Model): Step {
  const { pane, logs } = model;
  if (model.view === 'logs')
    return stay({ ...model, logs: { ...logs, bottom: followToggled(logLines(model), logs.bottom) } });
  if (pane === null) return stay(model);
  return stay({
    ...model,
    pane: { ...pane, bottom: followToggled(transcript(pane.book.lines), pane.bottom) },
  });
}

export function toggleReasons(model: Model): Step {
  const { pane } = model;
  if (pane === null) return stay(model);
  return stay({ ...model, pane: { ...pane, shows: pane.shows === 'reasons' ? 'transcript' : 'reasons' } });
}
