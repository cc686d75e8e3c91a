import { type ItemView, isTroubled } from '@symphony/domain';
import { awaitsApproval } from '@symphony/protocol/words';
import { chosenAsk } from './asks.ts';
import { itemWith } from './board.ts';
import { type Effect, type Model, type Step, stay, withNotice } from './model.ts';

/** What can be asked for an item: whether it makes sense now, and what is done when it is wanted. */
export interface ItemAct {
  fits(item: ItemView, model: Model): boolean;
  want(item: ItemView, model: Model): Step;
}

const send = (model: Model, command: Extract<Effect, { kind: 'command' }>['command']): Step => ({
  model,
  effects: [{ kind: 'command', command }],
});

const isPausing = (item: ItemView): boolean => item.state === 'paused' || item.run?.pauseWanted === true;

/** The conductor has the last word on every one of these: what does not fit is refused with a sentence. */
export const ITEM_ACTS = {
  approve: {
    fits: (item, { board }) => board !== null && awaitsApproval(item, board),
    want: ({ id }, model) => send(model, { name: 'approve', id }),
  },
  retry: {
    fits: (item) => isTroubled(item) || (item.state === 'open' && item.outcome !== 'none'),
    want: ({ id }, model) => send(model, { name: 'retry', id }),
  },
  pause: {
    fits: (item) => item.run !== null && !isPausing(item),
    want: ({ id }, model) => send(model, { name: 'pause', id, now: false }),
  },
  resume: {
    fits: isPausing,
    want: ({ id }, model) => send(model, { name: 'resume', id }),
  },
  steer: {
    fits: (item) => item.run !== null,
    want: ({ id, identifier }, model) =>
      stay({
        ...model,
        prompt: { kind: 'line', label: `Say to ${identifier}:`, text: '', purpose: { kind: 'steer', id } },
      }),
  },
  attach: {
    fits: (item) => item.run !== null,
    want: ({ id }, model) => ({ model, effects: [{ kind: 'attach', id, how: 'watch' }] }),
  },
  takeover: {
    fits: (item) => item.run !== null,
    want: ({ id }, model) => ({ model, effects: [{ kind: 'attach', id, how: 'takeover' }] }),
  },
  kill: {
    fits: (item) => item.run !== null || item.state === 'queued',
    want: ({ id, identifier }, model) =>
      stay({
        ...model,
        prompt: {
          kind: 'confirm',
          question: `Stop ${identifier}? Its agent ends; its work stays in its chamber.`,
          yes: { kind: 'command', command: { name: 'kill', id } },
        },
      }),
  },
} as const satisfies Record<string, ItemAct>;

/** The item the keys act on in the view that is shown. */
export function actedOn(model: Model): ItemView | null {
  if (model.view === 'item') return itemWith(model.board, model.pane?.id ?? null);
  if (model.view === 'logs') return itemWith(model.board, model.logs.filter.item);
  if (model.view === 'overview') return itemWith(model.board, model.chosen);
  if (model.view === 'missions') return null;
  const ask = chosenAsk(model);
  return ask?.kind === 'question' ? itemWith(model.board, ask.view.item) : (ask?.item ?? null);
}

export function wantAct(model: Model, act: ItemAct): Step {
  const item = actedOn(model);
  if (item === null) return stay(withNotice(model, 'Choose an item first.', 'dim'));
  return act.want(item, model);
}
