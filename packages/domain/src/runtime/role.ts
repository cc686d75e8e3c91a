import type { ModelTier } from '../ports/model.ts';

/**
 * A small declared skill of the agent (R9): what it is for, what it may use, what it must know. Roles come from
 * files and extensions; no code knows one by name.
 */
export interface Role {
  /** Letters, digits and `_`: what a route names. */
  readonly name: string;
  readonly description: string;
  /** Whether it may answer alone. False: only as part of a plan. */
  readonly fast: boolean;
  /** Names of tools it may use. */
  readonly tools: readonly string[];
  readonly parameters: readonly RoleParameter[];
  readonly tier: ModelTier;
  /** Requests it is for, in a person's words: the router learns from them. */
  readonly examples: readonly string[];
  /** Said to the model when it plays this role. */
  readonly prompt: string;
  /** Of roles that fit equally well the lowest goes first. */
  readonly priority: number;
}

export interface RoleParameter {
  readonly name: string;
  readonly description: string;
  readonly type: 'text' | 'number' | 'boolean' | 'duration' | 'time';
  readonly required: boolean;
  readonly choices?: readonly string[];
}
