import type {
  Chance,
  Instant,
  ItemId,
  Json,
  LifecycleEvent,
  LifecycleFacts,
  LogEvent,
  Names,
  Outcome,
  RunId,
  Settings,
  Values,
} from '@symphony/domain';
import { transition } from '@symphony/domain';
import type { Effect } from './effect.ts';
import type { ConductorState, ItemState } from './state.ts';

/** What every decision may look at besides the input. Time, chance and names come from outside (C6). */
export interface Setting {
  readonly state: ConductorState;
  readonly settings: Settings;
  readonly now: Instant;
  readonly chance: Chance;
  readonly names: Names;
  readonly only: ItemId | null;
  /** Conditions and transforms of flows. Throws an Error with one plain sentence. */
  readonly evaluate: (expression: string, scope: Values) => Json;
}

/** What a decision comes to: events to record, then effects to perform, in this order. */
export class Decision {
  readonly events: LogEvent[] = [];
  readonly effects: Effect[] = [];
  /** What the operator is told, when a command was the input. */
  answer: { readonly accepted: boolean; readonly message: string; readonly run?: RunId } | null = null;

  record(...events: readonly LogEvent[]): this {
    this.events.push(...events);
    return this;
  }

  perform(...effects: readonly Effect[]): this {
    this.effects.push(...effects);
    return this;
  }

  reply(accepted: boolean, message: string, run?: RunId): void {
    this.answer = run === undefined ? { accepted, message } : { accepted, message, run };
  }

  /**
   * Moves the item by the table. A move the table does not know is recorded as refused and
   * `false` is returned: the caller does nothing more.
   */
  move(
    item: ItemState,
    event: LifecycleEvent,
    reason: string,
    options: { readonly facts?: LifecycleFacts; readonly outcome?: Outcome } = {},
  ): boolean {
    const id = item.tracked.id;
    const facts = options.facts ?? {};
    const result = transition(item.state, event, facts);
    if (!result.ok) {
      this.record({ type: 'transition-refused', item: id, event, state: item.state, detail: result.detail });
      return false;
    }
    const outcome = result.to === 'open' ? (options.outcome ?? 'none') : null;
    this.record({
      type: 'item-moved',
      item: id,
      event,
      from: item.state,
      to: result.to,
      facts,
      reason,
      outcome,
    });
    return true;
  }
}
