import type { ConductorState } from '@symphony/conductor';
import type { Entry } from '@symphony/domain';
import type { LineContext } from './log-line.ts';

/** Whose issue and session an entry is about, as the state has them. */
export const contextIn =
  (state: () => Pick<ConductorState, 'items'>) =>
  ({ event }: Entry): LineContext => {
    const item =
      'item' in event && typeof event.item === 'string' ? state().items.get(event.item) : undefined;
    return {
      issueId: item?.tracked.id ?? null,
      issueIdentifier: item?.tracked.identifier ?? null,
      sessionId: item?.run && item.session ? `${item.session.id}-${item.run.turn}` : null,
    };
  };
