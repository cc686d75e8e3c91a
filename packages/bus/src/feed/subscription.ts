import { RpcError } from '../failure.ts';
import { RPC_CODES } from '../message.ts';
import type { History, Published } from './feed.ts';
import type { TopicMatcher } from './topic.ts';

/** The part of a feed a subscription sees. */
interface Kept {
  oldest(): number;
  last(): number;
  at(seq: number): Published;
  readonly history: History | null;
  wait(one: Subscription): void;
  leave(one: Subscription): void;
}

type Result = IteratorResult<Published, undefined>;

const PAGE = 200;
const OVER: Result = { done: true, value: undefined };

/** A place in a feed. States: reading ⇄ waiting → over. */
export class Subscription implements AsyncIterableIterator<Published, undefined> {
  /** Everything up to here was given out or did not match. */
  #at: number;
  #over = false;
  /** Read from the history, and how far it was gone through. */
  #page: readonly Published[] = [];
  #turned = 0;
  #pull: ((result: Result) => void) | null = null;
  readonly #matches: TopicMatcher;
  readonly #kept: Kept;

  constructor(matches: TopicMatcher, after: number, kept: Kept) {
    this.#matches = matches;
    this.#at = after;
    this.#kept = kept;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<Result> {
    if (this.#pull) throw new Error('A subscription gives out one message at a time.');
    while (!this.#over) {
      if (this.#turned === this.#page.length && this.#at + 1 < this.#kept.oldest()) await this.#readHistory();
      const found = this.#over ? null : this.#look();
      if (found) return { done: false, value: found };
      // In the same turn as the look, so that nothing is published in between.
      if (!this.#over && this.#at === this.#kept.last()) return this.#nextNew();
    }
    return OVER;
  }

  async return(): Promise<Result> {
    this.#over = true;
    this.#kept.leave(this);
    this.#answer(OVER);
    return OVER;
  }

  /** For one that waits, and so has everything before it. True when it was wanted. */
  offer(message: Published): boolean {
    this.#at = message.seq;
    if (!this.#matches(message.topic)) return false;
    this.#answer({ done: false, value: message });
    return true;
  }

  /**
   * For one that is busy while messages are let go: those it does not want are no loss to it. With a
   * history it reads them there.
   */
  pass(leaving: readonly Published[]): void {
    if (this.#kept.history) return;
    for (const { seq, topic } of leaving) {
      if (seq <= this.#at) continue;
      if (this.#matches(topic)) return;
      this.#at = seq;
    }
  }

  /** The next match among what was read from the history, then among what is kept. */
  #look(): Published | null {
    while (this.#turned < this.#page.length) {
      const message = this.#page[this.#turned] as Published;
      this.#turned += 1;
      this.#at = message.seq;
      if (this.#matches(message.topic)) return message;
    }
    while (this.#at < this.#kept.last() && this.#at + 1 >= this.#kept.oldest()) {
      this.#at += 1;
      const message = this.#kept.at(this.#at);
      if (this.#matches(message.topic)) return message;
    }
    return null;
  }

  async #readHistory(): Promise<void> {
    this.#page = (await this.#kept.history?.read(this.#at, PAGE)) ?? [];
    this.#turned = 0;
    if (this.#page[0]?.seq === this.#at + 1) return;
    await this.return();
    throw fellBehind(this.#at, this.#kept.oldest());
  }

  #nextNew(): Promise<Result> {
    return new Promise((resolve) => {
      this.#pull = resolve;
      this.#kept.wait(this);
    });
  }

  #answer(result: Result): void {
    const pull = this.#pull;
    this.#pull = null;
    pull?.(result);
  }
}

const fellBehind = (at: number, oldest: number): RpcError =>
  new RpcError(
    RPC_CODES.fellBehind,
    `What comes after ${at} is gone: the oldest message kept is ${oldest}.`,
    {
      code: 'fell-behind',
      nextStep: 'Read the present state, then subscribe from its number.',
    },
  );
