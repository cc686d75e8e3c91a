import type { Json, TurnFault } from '@symphony/domain';

/** What the rehearsal player can be told to do, after reading and checking. */
export interface Step {
  /** How people find it in their script: "step 3", "step 1 of on_conflict". */
  readonly label: string;
  readonly action: Action;
}

export type Action =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'edit'; readonly path: string; readonly find: string; readonly replace: string }
  | { readonly kind: 'run'; readonly command: string; readonly allowFailure: boolean }
  | { readonly kind: 'commit'; readonly message: string }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'think'; readonly text: string }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'spend'; readonly input: number; readonly output: number; readonly usd: number | null }
  | {
      readonly kind: 'ask';
      readonly text: string;
      readonly choices: readonly string[];
      readonly defaultAnswer: string | null;
      readonly defaultAfterMs: number | null;
    }
  /** Asks for leave; the next step is left out when it is not given. */
  | {
      readonly kind: 'permission';
      readonly tool: string;
      readonly command: string | null;
      readonly paths: readonly string[];
    }
  /** Calls one of the host tools. `must`: an error of it fails the turn. */
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly arguments: { readonly [name: string]: Json };
      readonly must: boolean;
    }
  | { readonly kind: 'limit'; readonly until: LimitEnd; readonly message: string }
  | { readonly kind: 'fail'; readonly reason: string; readonly fault?: TurnFault }
  | {
      readonly kind: 'hang';
      /** Null: for ever. */
      readonly ms: number | null;
      readonly ignoreTerm: boolean;
      readonly leaveGroup: boolean;
    }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'end-turn' }
  /** Not for scripts: the play for a conflict when the item has none of its own. */
  | { readonly kind: 'merge-target' };

export type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>;

/** Null: the provider did not say. */
export type LimitEnd = { readonly afterMs: number } | { readonly at: number } | null;

/** The occasions a script can prepare for. */
export interface Plays {
  readonly main: readonly Step[];
  readonly conflict: readonly Step[];
  /** Null: failing checks are an ordinary next turn. */
  readonly failedChecks: readonly Step[] | null;
  /** Null: a person's comments change nothing. */
  readonly review: readonly Step[] | null;
}

/** What the player may know of the work item. */
export interface Piece {
  readonly identifier: string;
  readonly title: string;
  readonly description: string | null;
}
