import { addSpend, type LogEvent, NO_SPEND, type Spend, type Usage, usageGrowth } from '@symphony/domain';

/** Spend of runs that ended is told by the log; of the others it is what their agents reported so far. */
export function spendBook() {
  let ended = NO_SPEND;
  const open = new Map<string, { readonly usage: Usage | null; readonly spend: Spend }>();
  return {
    hear(event: LogEvent): void {
      if (event.type === 'run-ended') {
        ended = addSpend(ended, event.spend);
        open.delete(event.run);
      } else if (event.type === 'agent-reported' && event.event.type === 'usage') {
        const { usage } = event.event;
        const before = open.get(event.run) ?? { usage: null, spend: NO_SPEND };
        open.set(event.run, { usage, spend: addSpend(before.spend, usageGrowth(before.usage, usage)) });
      }
    },
    total: (): Spend => [...open.values()].reduce((sum, each) => addSpend(sum, each.spend), ended),
  };
}
