import { statusView } from '@symphony/conductor';
import { RequestError } from '@symphony/protocol';
import type { Handlers, QueryParts } from './handlers.ts';
import { Past } from './log/past.ts';

export function openReplay({ store, now }: Pick<QueryParts, 'store' | 'now'>): Pick<Handlers, 'replay'> {
  const past = new Past(store);
  return {
    replay: async ({ seq }) => {
      const last = store.lastSeq();
      if (!Number.isSafeInteger(seq) || seq < 0 || seq > last)
        throw new RequestError('invalid', `The log has no entry ${seq}.`, `Ask for one from 0 to ${last}.`);
      const before = store.read(0, 1)[0]?.at ?? now();
      return past.visit(seq, ({ state, at }) => statusView(state, at ?? before, null, false));
    },
  };
}
