import type { BoardFrame, EntryBatch, ExplainView, Instant, ItemId } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';
import { applyFrame, itemWith, listed } from './board.ts';
import type { Key } from './key.ts';
import { pressed } from './key-press.ts';
import { emptyBook, hearBatch } from './log-book.ts';
import { type LinkView, type Model, type Size, type Step, stay, withNotice } from './model.ts';
import { promptPaste } from './prompt.ts';

/** Everything that can change what is shown. */
export type Happening =
  | { readonly kind: 'frame'; readonly frame: BoardFrame }
  | { readonly kind: 'link'; readonly state: LinkView['state'] }
  | { readonly kind: 'tick'; readonly now: Instant }
  | { readonly kind: 'size'; readonly size: Size }
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'paste'; readonly text: string }
  /** The log is read from here on: what was kept is given up. */
  | { readonly kind: 'log-begun'; readonly after: number }
  | { readonly kind: 'log-heard'; readonly batch: EntryBatch }
  | { readonly kind: 'item-heard'; readonly id: ItemId; readonly batch: EntryBatch }
  | { readonly kind: 'explained'; readonly id: ItemId; readonly explain: ExplainView }
  | { readonly kind: 'told'; readonly text: string; readonly tone: Tone };

export function step(model: Model, happening: Happening): Step {
  if (happening.kind === 'key') return guarded(model, pressed(model, happening.key));
  return stay(heard(model, happening));
}

function heard(model: Model, happening: Exclude<Happening, { kind: 'key' }>): Model {
  switch (happening.kind) {
    case 'frame':
      return withBoard(model, happening.frame);
    case 'link':
      return happening.state === model.link.state
        ? model
        : { ...model, link: { state: happening.state, since: model.now } };
    case 'tick':
      return ticked(model, happening.now);
    case 'size':
      return { ...model, size: happening.size };
    case 'paste':
      return promptPaste(model, happening.text);
    case 'log-begun':
      return { ...model, logs: { ...model.logs, bottom: null, book: emptyBook(happening.after) } };
    case 'log-heard':
      return {
        ...model,
        logs: { ...model.logs, book: hearBatch(model.logs.book, happening.batch, nameIn(model)) },
      };
    case 'item-heard':
      return withPane(model, happening.id, (pane) => ({
        book: hearBatch(pane.book, happening.batch, nameIn(model)),
      }));
    case 'explained':
      return withPane(model, happening.id, () => ({ explain: happening.explain }));
    case 'told':
      return withNotice(model, happening.text, happening.tone);
  }
}

/** A frame is a sign of life. Somebody who has chosen nothing yet gets the first item of the list. */
function withBoard(model: Model, frame: BoardFrame): Model {
  const board = applyFrame(model.board, frame);
  const link = model.link.state === 'live' ? model.link : ({ state: 'live', since: model.now } as const);
  const chosen = itemWith(board, model.chosen)?.id ?? (board ? (listed(board)[0]?.id ?? null) : null);
  return { ...model, board, link, chosen };
}

function ticked(model: Model, now: Instant): Model {
  const notice = model.notice && model.notice.until > now ? model.notice : null;
  return { ...model, now, notice };
}

type Pane = NonNullable<Model['pane']>;

function withPane(model: Model, id: ItemId, change: (pane: Pane) => Partial<Pane>): Model {
  return model.pane?.id === id ? { ...model, pane: { ...model.pane, ...change(model.pane) } } : model;
}

const nameIn = ({ board }: Model) => {
  const names = new Map(board?.items.map(({ id, identifier }) => [id, identifier]));
  return (id: string): string => names.get(id) ?? id;
};

/**
 * Nothing is kept for later: what was asked of a conductor that is away would surprise everybody when
 * it comes back. A line that was written stays, to be sent then.
 */
function guarded(before: Model, decided: Step): Step {
  if (before.link.state === 'live' || decided.effects.every(({ kind }) => kind === 'leave')) return decided;
  return stay(withNotice(before, 'The conductor is away, so nothing was sent.', 'warn'));
}
