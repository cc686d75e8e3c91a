import type { Cabinet, Clock, Instant, Names } from '@symphony/domain';
import { userDrawer } from './user-drawer.ts';

/** The first layer of memory (R17): what a user and the agent said to each other, as it was said. */
export type LoggedMessage = {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly at: Instant;
  /** Whether what is worth keeping of it was taken over into the second layer. */
  readonly analysed: boolean;
};

const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_MESSAGES = 100;
const IN_PROMPT = 10;
const IDLE_MS = 30 * 60 * 1000;
const LONGEST = 20_000;

export class RealtimeLog {
  readonly #cabinet: Cabinet;
  readonly #clock: Clock;
  readonly #names: Names;

  constructor(cabinet: Cabinet, clock: Clock, names: Names) {
    this.#cabinet = cabinet;
    this.#clock = clock;
    this.#names = names;
  }

  /** Kept for a day; of more than a hundred the oldest go. */
  log(user: string, role: LoggedMessage['role'], text: string): LoggedMessage {
    const at = this.#clock.now();
    const message = { id: this.#names('message'), role, text: text.slice(0, LONGEST), at, analysed: false };
    this.#put(user, [message]);
    const over = this.all(user).slice(0, -MOST_MESSAGES);
    if (over.length > 0)
      this.#cabinet.take(
        userDrawer('realtime', user),
        over.map(({ id }) => id),
      );
    return message;
  }

  /** Oldest first. */
  all(user: string): readonly LoggedMessage[] {
    return this.#cabinet
      .list(userDrawer('realtime', user), this.#clock.now())
      .map(({ value }) => value as LoggedMessage)
      .reverse()
      .sort((a, b) => a.at - b.at);
  }

  /** The last ten, oldest first: what a prompt is given. */
  forPrompt(user: string): readonly LoggedMessage[] {
    return this.all(user).slice(-IN_PROMPT);
  }

  markAnalysed(user: string, messages: readonly LoggedMessage[]): void {
    this.#put(
      user,
      messages.map((message) => ({ ...message, analysed: true })),
    );
  }

  #put(user: string, messages: readonly LoggedMessage[]): void {
    this.#cabinet.put(
      messages.map((message) => ({
        drawer: userDrawer('realtime', user),
        key: message.id,
        value: message,
        at: message.at,
        expiresAt: message.at + KEPT_MS,
      })),
    );
  }
}

/** Something new was said, and nothing for half an hour since. */
export function dueForAnalysis(messages: readonly LoggedMessage[], now: Instant): boolean {
  const last = messages.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  return messages.some(({ analysed }) => !analysed) && now - last >= IDLE_MS;
}
