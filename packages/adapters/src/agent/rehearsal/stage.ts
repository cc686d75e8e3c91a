import type { TurnFault } from '@symphony/domain';
import type { Spoken } from '../program/spoken.ts';
import type { Journal, SessionRecord } from './journal.ts';
import type { Plays } from './script/step.ts';
import type { HostTools } from './wire.ts';

/** What the steps of a play work with. */
export interface Stage {
  /** The chamber. */
  readonly cwd: string;
  readonly plays: Plays;
  /** A prompt may bring steps of its own. */
  readonly fromPrompts: boolean;
  readonly journal: Journal;
  /** Null: no host tools are offered to this run. */
  readonly tools: HostTools | null;
  /** Names the turn that is played among all of all runs; null where nobody counts them. */
  turnName(): string | null;
  tell(event: Spoken): void;
  /** Null when the conductor went away before it answered. */
  answerTo(question: string, ask: () => void): Promise<string | null>;
  /** Waits; shorter when the conductor goes away. */
  wait(ms: number): Promise<void>;
  /** The conductor closed the line: nobody hears what is done from here on. */
  alone(): boolean;
}

/** How a step ended. */
export type StepEnd =
  /** `record` is saved together with the step's end; `told` is said after that. `skips`: the next step is left out. */
  | {
      readonly kind: 'done';
      readonly summary: string;
      readonly record?: Partial<SessionRecord>;
      readonly told?: Spoken;
      readonly skips?: boolean;
    }
  /** The step stays where it is and is tried again in the next turn, unless it is `past`. */
  | { readonly kind: 'failed'; readonly reason: string; readonly past?: boolean; readonly fault?: TurnFault }
  /** Nothing of it goes on. It counts as done: a hang that is tried again would hang again. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'turn-over' }
  | { readonly kind: 'limited'; readonly until: number | null; readonly message: string }
  | { readonly kind: 'leave'; readonly code: number; readonly past: boolean };

export const done = (summary: string): StepEnd => ({ kind: 'done', summary });
export const failed = (reason: string): StepEnd => ({ kind: 'failed', reason });
