import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogEvent } from '@symphony/domain';

/** A line of events.jsonl. */
export type Recorded = { readonly seq: number; readonly at: string } & LogEvent;
export type RecordedOf<T extends LogEvent['type']> = Extract<Recorded, { type: T }>;

const LOOK_EVERY_MS = 25;
/** Generous: a loaded machine is slow, and what never comes is a failure all the same. */
const PATIENCE_MS = 45_000;

/** The log of a repository as its mirror shows it: looking costs no process. */
export class RecordedEvents {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  all(): Recorded[] {
    const text = this.#text();
    // What follows the last line end is being written at this moment.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  of<T extends LogEvent['type']>(type: T, item?: string): RecordedOf<T>[] {
    return this.all().filter(
      (each): each is RecordedOf<T> =>
        each.type === type && (item === undefined || ('item' in each && each.item === item)),
    );
  }

  /** Every lifecycle state the item went through, in order. */
  path(item: string): string[] {
    return this.of('item-moved', item).map((each) => each.to);
  }

  /** What the agent of an item said in plain words, in order. */
  words(item: string): string[] {
    return this.of('agent-reported', item).flatMap(({ event }) =>
      event.type === 'message' ? [event.text] : [],
    );
  }

  /** The tools the agents of an item began, as `name summary`: a step done twice is there twice. */
  begun(item: string): string[] {
    return this.of('agent-reported', item).flatMap(({ event }) =>
      event.type === 'tool-started' ? [`${event.name} ${event.summary}`] : [],
    );
  }

  #text(): string {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''; // nothing has been recorded yet
      throw error;
    }
  }
}

/** Looks again and again until there is something to see. Rejects with `tellMore` when there never is. */
export async function eventually<T>(
  what: string,
  look: () => T | false | Promise<T | false>,
  tellMore: () => string,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`This never came: ${what}\n${tellMore()}`);
    await sleep(LOOK_EVERY_MS);
  }
}
