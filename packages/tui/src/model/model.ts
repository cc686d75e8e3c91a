import type { ExplainView, Instant, ItemId, MissionId, StatusView } from '@symphony/domain';
import type { OperatorCommand } from '@symphony/protocol';
import type { Tone } from '@symphony/protocol/words';
import { emptyBook, type LogBook, type LogFilter } from './log-book.ts';

/** Everything the dashboard knows. What is drawn follows from it and from nothing else. */
export interface Model {
  readonly now: Instant;
  readonly size: Size;
  readonly board: StatusView | null;
  readonly link: LinkView;
  readonly view: View;
  /** The item the keys act on. */
  readonly chosen: ItemId | null;
  /** The question or approval the keys act on, by its `key`. */
  readonly asked: string | null;
  /** The mission the keys act on. */
  readonly mission: MissionId | null;
  readonly pane: ItemPane | null;
  readonly logs: LogPane;
  readonly prompt: Prompt | null;
  readonly helping: boolean;
  readonly notice: Notice | null;
  readonly workbench: string | null;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export type View = 'overview' | 'item' | 'logs' | 'inbox' | 'missions';
export const VIEWS: readonly View[] = ['overview', 'item', 'logs', 'inbox', 'missions'];

/** `lost`: it should be there and does not answer. `stopped`: it ended, and nobody has started it again. */
export interface LinkView {
  readonly state: 'connecting' | 'live' | 'lost' | 'stopped';
  readonly since: Instant;
}

/** One item, looked at closely. */
export interface ItemPane {
  readonly id: ItemId;
  readonly book: LogBook;
  /** The last entry to be seen; null: the newest, whatever comes. */
  readonly bottom: number | null;
  readonly explain: ExplainView | null;
  /** What fills the screen below the facts. */
  readonly shows: 'transcript' | 'reasons';
}

export interface LogPane {
  readonly book: LogBook;
  readonly filter: LogFilter;
  /** As in ItemPane. */
  readonly bottom: number | null;
}

/** What the keyboard is for instead of the usual keys. */
export type Prompt =
  | { readonly kind: 'line'; readonly label: string; readonly text: string; readonly purpose: Purpose }
  | { readonly kind: 'confirm'; readonly question: string; readonly yes: Effect };

export type Purpose =
  | { readonly kind: 'steer'; readonly id: ItemId }
  | { readonly kind: 'answer'; readonly item: string; readonly question: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'search' };

export interface Notice {
  readonly text: string;
  readonly tone: Tone;
  readonly until: Instant;
}

/** What has to be done outside, and is done by `performer.ts`. */
export type Effect =
  | { readonly kind: 'command'; readonly command: UnsignedCommand }
  | { readonly kind: 'attach'; readonly id: ItemId; readonly how: AttachHow }
  | { readonly kind: 'leave' };

/** `watch`: what is typed is told to the agent. `takeover`: its program is the person's when its turn ends. */
export type AttachHow = 'watch' | 'takeover';

/** Who asks is known where it is sent. */
export type UnsignedCommand = OperatorCommand extends infer Each
  ? Each extends OperatorCommand
    ? Omit<Each, 'by'>
    : never
  : never;

/** A decision: the model after it, and what is to be done. */
export interface Step {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

export const stay = (model: Model): Step => ({ model, effects: [] });

export function initialModel(now: Instant, size: Size, workbench: string | null): Model {
  return {
    now,
    size,
    board: null,
    link: { state: 'connecting', since: now },
    view: 'overview',
    chosen: null,
    asked: null,
    mission: null,
    pane: null,
    logs: { book: emptyBook(0), filter: { lightest: 'detail', item: null, search: '' }, bottom: null },
    prompt: null,
    helping: false,
    notice: null,
    workbench,
  };
}

/** Long enough to be read, also by somebody who looked away for a moment. */
const NOTICE_MS = 8_000;

export const withNotice = (model: Model, text: string, tone: Tone, lastsMs = NOTICE_MS): Model => ({
  ...model,
  notice: { text, tone, until: model.now + lastsMs },
});
