import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import type { ChatBatch, RuntimeEvent, RuntimeOutcome } from '@symphony/domain';
import { ChatHost, type HostParts, type Played } from '../../src/chat/host.ts';
import { ChatShelf } from '../../src/chat/shelf.ts';
import { toldJournal } from '../../src/chat/told-journal.ts';
import { SystemClock } from '../../src/system-clock.ts';

/** A chat host whose requests are played by the test. */
export function chatStage(
  play: (
    stage: { record(event: RuntimeEvent): void; say(text: string): void; readonly request: Played },
    signal: AbortSignal,
  ) => Promise<void>,
  more: Partial<HostParts> = {},
) {
  const clock = new SystemClock(0);
  const inner = new MemoryJournal();
  const cabinet = new MemoryCabinet();
  const journal = toldJournal(
    inner,
    (value) => value,
    (session, event) => host.recorded(session, event),
  );
  const shelf = new ChatShelf(journal, cabinet, () => clock.now());
  let count = 0;
  const host: ChatHost = new ChatHost({
    journal,
    shelf,
    clock,
    names: (prefix) => {
      count += 1;
      return `${prefix}-${count}`;
    },
    redact: (text) => text,
    warn: () => undefined,
    ready: async () => undefined,
    async play(request, signal, hear) {
      const record = (event: RuntimeEvent): void => {
        journal.record(request.session, clock.now(), event);
        hear(event);
      };
      record({ type: 'began', task: request.text, agent: 'chat' });
      await play({ record, say: (text) => hear({ type: 'text', text }), request }, signal);
    },
    ...more,
  });
  return { host, journal, shelf, clock };
}

export const ended = (answer: string, error?: string): Extract<RuntimeEvent, { type: 'ended' }> => ({
  type: 'ended',
  mode: 'legacy',
  outcome: outcome(answer, error),
});

const outcome = (answer: string, error?: string): RuntimeOutcome => ({
  success: error === undefined,
  answer,
  ...(error === undefined ? {} : { error }),
  metrics: {
    duration: 1,
    modelCalls: 0,
    toolCalls: 0,
    tokens: { input: 0, output: 0 },
    cost: 0,
    cacheHits: 0,
  },
});

export const said = (id: string, content: string): RuntimeEvent => ({
  type: 'turn',
  turn: { id, role: 'assistant', content, timestamp: 1 },
});

/** What a reader of a chat has on its screen: everything recorded, and what is being said. */
export class Reader {
  readonly seqs: number[] = [];
  readonly words: string[] = [];
  live = '';
  seq = 0;
  playing: string | null = null;

  take(batch: ChatBatch): this {
    for (const { seq, event } of batch.entries) {
      this.seqs.push(seq);
      this.words.push(event.type);
    }
    this.seq = batch.seq;
    this.playing = batch.playing;
    this.live = batch.live === null ? '' : this.live.slice(0, batch.live.from) + batch.live.text;
    return this;
  }

  get isOver(): boolean {
    return this.words.at(-1) === 'ended' && this.playing === null;
  }
}

/** Reads until the request has come to its end. */
export async function readToEnd(
  batches: AsyncIterable<ChatBatch>,
  reader = new Reader(),
  each: (batch: ChatBatch) => Promise<void> | void = () => undefined,
): Promise<Reader> {
  for await (const batch of batches) {
    reader.take(batch);
    await each(batch);
    if (reader.isOver) break;
  }
  return reader;
}
