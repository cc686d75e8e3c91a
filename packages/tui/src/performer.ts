import type { CommandAnswer, ConductorClient, OperatorCommand } from '@symphony/protocol';
import { requestErrorOf } from '@symphony/protocol';
import type { AttachHow, Effect, UnsignedCommand } from './model/model.ts';
import type { Store } from './store.ts';

export interface PerformerParts {
  readonly client: ConductorClient;
  /** Recorded with every command (C20). */
  readonly person: string;
  /** Gives the terminal away until the promise settles, and takes it back. */
  suspend(use: () => Promise<void>): Promise<void>;
  attach(id: string, how: AttachHow): Promise<void>;
  leave(): void;
}

/** Does what was decided, and tells how it went. Nothing here throws: the dashboard stays. */
export class Performer {
  readonly #parts: PerformerParts;
  readonly #store: () => Store;
  #attached = false;

  constructor(parts: PerformerParts, store: () => Store) {
    this.#parts = parts;
    this.#store = store;
  }

  perform(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'leave') this.#parts.leave();
      else if (effect.kind === 'attach') void this.#attach(effect.id, effect.how);
      else void this.#command(effect.command);
    }
  }

  async #command(unsigned: UnsignedCommand): Promise<void> {
    const { client, person } = this.#parts;
    try {
      // Signing completes what the type left out; the union cannot be spelt through a spread.
      const answer = await client.command({ ...unsigned, by: person } as OperatorCommand);
      this.#tell(answerWords(answer), answer.accepted ? 'good' : 'warn');
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  async #attach(id: string, how: AttachHow): Promise<void> {
    if (this.#attached) return;
    this.#attached = true;
    // Free again before the screen is drawn: a key that is pressed then is meant.
    const free = () => {
      this.#attached = false;
    };
    try {
      await this.#parts.suspend(() => this.#parts.attach(id, how).finally(free));
    } catch (error) {
      free();
      this.#tellFailure(error);
    }
  }

  #tellFailure(error: unknown): void {
    const { message, nextStep } = requestErrorOf(error);
    this.#tell(nextStep ? `${message} ${nextStep}` : message, 'bad');
  }

  #tell(text: string, tone: 'good' | 'warn' | 'bad'): void {
    this.#store().happen({ kind: 'told', text, tone });
  }
}

const answerWords = ({ message, item }: CommandAnswer): string =>
  item === undefined || message.includes(item) ? message : `${item}: ${message}`;
