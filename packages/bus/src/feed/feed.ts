import { RpcError } from '../failure.ts';
import { RPC_CODES } from '../message.ts';
import { Subscription } from './subscription.ts';
import { checkTopic, topicMatcher } from './topic.ts';

export interface Published {
  /** One more than the message before it. */
  readonly seq: number;
  readonly topic: string;
  readonly value: unknown;
}

/** Where messages are that the feed does not keep itself: the log behind it. */
export interface History {
  /** The messages right after `after`, in order and without a gap; none when they are gone. */
  read(after: number, limit: number): readonly Published[] | Promise<readonly Published[]>;
}

export interface FeedOptions {
  /** How many messages stay in memory, for all subscribers together. */
  readonly keep?: number;
  /** The number of the last message there was before this feed began. */
  readonly last?: number;
  readonly history?: History;
}

export interface SubscribeRequest {
  readonly pattern: string;
  /** The number the subscriber has; it hears what comes after it. Nothing: from now on. */
  readonly after?: number;
}

const KEEP = 10_000;

/**
 * Publish and subscribe (B2). A subscriber is a place in the sequence and nothing else: it takes
 * messages at its own pace from what all share, so a slow one costs no memory. When it falls behind
 * what is kept it reads the history; without one its stream ends with `fell-behind`.
 */
export class Feed {
  #kept: Published[] = [];
  #last: number;
  readonly #keep: number;
  readonly #waiting = new Set<Subscription>();
  readonly #open = new Set<Subscription>();
  readonly #history: History | null;

  constructor({ keep = KEEP, last = 0, history }: FeedOptions = {}) {
    this.#keep = keep;
    this.#last = last;
    this.#history = history ?? null;
  }

  get last(): number {
    return this.#last;
  }

  /** Gives the message its number. Throws TypeError for what is no topic. */
  publish(topic: string, value: unknown): number {
    checkTopic(topic);
    this.#last += 1;
    const message: Published = { seq: this.#last, topic, value };
    this.#kept.push(message);
    if (this.#kept.length > 2 * this.#keep) this.#letGo();
    for (const subscription of this.#waiting)
      if (subscription.offer(message)) this.#waiting.delete(subscription);
    return this.#last;
  }

  /** One `next` at a time. Throws RpcError for a pattern that is none and a number yet to come. */
  subscribe({ pattern, after = this.#last }: SubscribeRequest): AsyncIterableIterator<Published, undefined> {
    if (after > this.#last) throw ahead(after, this.#last);
    const subscription = new Subscription(matcherOf(pattern), after, {
      oldest: () => this.#last - this.#kept.length + 1,
      last: () => this.#last,
      at: (seq) => this.#kept[seq - (this.#last - this.#kept.length) - 1] as Published,
      history: this.#history,
      wait: (one) => this.#waiting.add(one),
      leave: (one) => {
        this.#waiting.delete(one);
        this.#open.delete(one);
      },
    });
    this.#open.add(subscription);
    return subscription;
  }

  /** Half of what is kept at once: one move of the list for many messages. */
  #letGo(): void {
    const leaving = this.#kept.slice(0, -this.#keep);
    for (const subscription of this.#open) if (!this.#waiting.has(subscription)) subscription.pass(leaving);
    this.#kept = this.#kept.slice(-this.#keep);
  }

  /** Ends every subscription; what they had not taken is not given out any more. */
  close(): void {
    for (const subscription of [...this.#open]) void subscription.return();
  }
}

function matcherOf(pattern: string): ReturnType<typeof topicMatcher> {
  try {
    return topicMatcher(pattern);
  } catch (error) {
    throw invalid((error as Error).message, 'Correct the pattern.');
  }
}

const ahead = (after: number, last: number): RpcError =>
  invalid(`There is no message ${after} yet: the last one is ${last}.`, 'Start again from 0.');

const invalid = (message: string, nextStep: string): RpcError =>
  new RpcError(RPC_CODES.invalidParams, message, { code: 'invalid', nextStep });
