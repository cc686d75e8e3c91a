import type { ModelTier } from '@symphony/domain';

/** Who answers: a description, not a process. Many sessions may have the same one. */
export interface AgentProfile {
  readonly name: string;
  readonly description?: string;
  /** Said to the model before everything else. */
  readonly systemPrompt?: string;
  /** Rules that come after it. */
  readonly directives?: readonly string[];
  /** Names of tools it may use. Absent: all there are. */
  readonly tools?: readonly string[];
  /** Default `default`. */
  readonly tier?: ModelTier;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
}
