import { wordsOf } from '@symphony/protocol/words';
import { oneLine } from '../screen/harmless.ts';
import type { ReachedChats } from './reach.ts';

/** Tells of timers that ring while a person talks. Without a conductor nobody rings them. */
export function listenForTimers(
  { running }: ReachedChats,
  tell: (text: string) => void,
): { stop(): Promise<void> } {
  if (running === null) return { stop: async () => undefined };
  let stopped = false;
  let batches: AsyncIterator<unknown> | null = null;
  const listening = (async () => {
    const { seq } = await running.client.status();
    const entries = running.client.entries(seq, { types: ['timer-fired'] })[Symbol.asyncIterator]();
    batches = entries;
    while (!stopped) {
      const next = await entries.next();
      if (next.done) return;
      for (const { event } of next.value.entries) tell(oneLine(`\u{23F0} ${wordsOf(event, (id) => id)}`));
    }
  })().catch(() => undefined); // the chat itself tells when its conductor is gone
  return {
    async stop() {
      stopped = true;
      await batches?.return?.();
      await listening;
    },
  };
}
