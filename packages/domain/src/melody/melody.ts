import type { Flow } from '../flow/flow.ts';
import type { Json } from '../work-item.ts';

/** A saved workflow (P7): a flow with parameters, triggers and limits, as a file of the repository. */
export interface Melody {
  /** What people type: lower case letters, digits and `-`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Semantic version of this melody. */
  readonly version: string;
  readonly author?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly triggers: readonly Trigger[];
  readonly limits: MelodyLimits;
  readonly permissions: MelodyPermissions;
  /** What a failed node does that says nothing itself. `halt`: nothing new starts and the run fails. */
  readonly onError: 'halt' | 'continue';
  readonly flow: Flow;
}

export type Parameter = {
  readonly name: string;
  readonly description?: string;
  readonly default?: Json;
  /** Default: required when there is no default. */
  readonly required?: boolean;
} & (
  | {
      readonly type: 'text';
      readonly minLength?: number;
      readonly maxLength?: number;
      /** A regular expression over the whole text. */
      readonly pattern?: string;
    }
  | { readonly type: 'number'; readonly min?: number; readonly max?: number; readonly whole?: boolean }
  | { readonly type: 'boolean' }
  | { readonly type: 'choice'; readonly options: readonly string[] }
  | { readonly type: 'list'; readonly minLength?: number; readonly maxLength?: number }
  | { readonly type: 'json' }
);

/** What starts it besides a person, who always may. Values are templates over what happened. */
export type Trigger = {
  readonly parameters?: Readonly<Record<string, Json>>;
} & (
  | { readonly on: 'item'; readonly label?: string; readonly state?: string; readonly title?: string }
  /** A cron expression of five fields, in local time unless `timezone` says otherwise. */
  | { readonly on: 'schedule'; readonly cron: string; readonly timezone?: string }
  /** `POST /hooks/NAME` with the token of the installation. */
  | { readonly on: 'webhook'; readonly hook: string }
  /** Globs relative to the repository. */
  | { readonly on: 'files'; readonly paths: readonly string[] }
  /** A branch moved: by a commit, a fetch or a merge of the train. */
  | { readonly on: 'git'; readonly branch: string }
  /** Another melody came to this end. */
  | { readonly on: 'melody'; readonly melody: string; readonly ended: 'completed' | 'failed' | 'any' }
);

export type TriggerKind = Trigger['on'] | 'manual';

export interface MelodyLimits {
  /** Nodes at work at once. */
  readonly parallel: number;
  readonly timeoutMs: number | null;
  /** Runs of this melody at once; a trigger beyond it is dropped, and that is recorded. */
  readonly runs: number;
  readonly usd: number | null;
}

export interface MelodyPermissions {
  /** Whether `command` operators may run at all. */
  readonly commands: boolean;
  /** Whether agents may be given work. */
  readonly agents: boolean;
}
