import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

export interface StreamMemoryLimits {
  readonly events: number;
  readonly bytes: number;
}

const LIMITS: StreamMemoryLimits = { events: 512, bytes: 1024 * 1024 };

interface Remembered {
  readonly at: number;
  readonly message: JSONRPCMessage;
}

interface Stream {
  readonly events: Remembered[];
  bytes: number;
  /** True when the call that it belongs to has its answer. */
  isAnswered: boolean;
}

/**
 * What was sent on the streams of one session, so that a program whose connection broke gets what it
 * missed. It is as large as its limits at most and lives no longer than the session. What does not fit
 * is forgotten by whole streams, answered ones first: half a stream would be resumed with a hole in it.
 */
export class StreamMemory implements EventStore {
  readonly #limits: StreamMemoryLimits;
  /** In the order in which something was last sent on them. */
  readonly #streams = new Map<string, Stream>();
  #last = 0;
  #events = 0;
  #bytes = 0;

  constructor(limits: StreamMemoryLimits = LIMITS) {
    this.#limits = limits;
  }

  get size(): StreamMemoryLimits {
    return { events: this.#events, bytes: this.#bytes };
  }

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#last += 1;
    const bytes = Buffer.byteLength(JSON.stringify(message));
    // One message for which all others would have to go is not worth them.
    if (bytes > this.#limits.bytes) this.#forget(streamId);
    else this.#put(streamId, message, bytes);
    return `${streamId}.${this.#last}`;
  }

  /** Whether all that came after the event is still known. */
  knows(eventId: string): boolean {
    const { streamId, at } = placeOf(eventId);
    const first = this.#streams.get(streamId)?.events[0];
    return first !== undefined && at >= first.at && at <= this.#last;
  }

  async replayEventsAfter(
    eventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const { streamId, at } = placeOf(eventId);
    const missed = this.#streams.get(streamId)?.events.filter((each) => each.at > at) ?? [];
    for (const each of missed) await send(`${streamId}.${each.at}`, each.message);
    return streamId;
  }

  #put(streamId: string, message: JSONRPCMessage, bytes: number): void {
    const stream = this.#streams.get(streamId) ?? { events: [], bytes: 0, isAnswered: false };
    // To the end: the answer of a long call has only just come and is what a program comes back for.
    this.#streams.delete(streamId);
    this.#streams.set(streamId, stream);
    stream.events.push({ at: this.#last, message });
    stream.bytes += bytes;
    stream.isAnswered ||= 'result' in message || 'error' in message;
    this.#events += 1;
    this.#bytes += bytes;
    while (this.#events > this.#limits.events || this.#bytes > this.#limits.bytes)
      this.#forget(this.#leastNeeded());
  }

  #leastNeeded(): string {
    const quietestFirst = [...this.#streams];
    const [streamId] = quietestFirst.find(([, { isAnswered }]) => isAnswered) ?? quietestFirst[0] ?? [''];
    return streamId;
  }

  #forget(streamId: string): void {
    const stream = this.#streams.get(streamId);
    this.#streams.delete(streamId);
    this.#events -= stream?.events.length ?? 0;
    this.#bytes -= stream?.bytes ?? 0;
  }
}

/** An event is named by its stream and its place among all events of the session. */
function placeOf(eventId: string): { readonly streamId: string; readonly at: number } {
  const dot = eventId.lastIndexOf('.');
  return { streamId: eventId.slice(0, Math.max(dot, 0)), at: Number(eventId.slice(dot + 1)) };
}
