import type { TrackedItem } from '../work-item.ts';

/** Words for agents. Rejects with PortError `invalid` naming file and line when a template is wrong. */
export interface PromptBook {
  render(request: PromptRequest): Promise<string>;
}

export interface PromptRequest {
  readonly item: TrackedItem;
  readonly attempt: number;
  readonly kind: PromptKind;
  /** What was found before: a verify report, a conflict with both sides, the files left uncommitted, comments. */
  readonly report: string | null;
  /** What it is told of its mission, with the whole request. */
  readonly context?: string | null;
  /** Where its work is merged; the usual target where nothing is said. */
  readonly target?: string;
  /** What a person says to the agent besides. */
  readonly steering?: string | null;
}

/** `first` is the whole task; the others are short guidance on a session that has it already. */
export type PromptKind =
  | 'first'
  | 'retry'
  | 'continue-uncommitted'
  | 'continue-no-commits'
  /** Nothing is missing but the tracker's word that it is done. */
  | 'continue-active'
  | 'after-restart'
  | 'after-pause'
  | 'after-takeover'
  | 'steered'
  | 'conflict'
  | 'failed-on-target'
  | 'review'
  | 'pull-request';
