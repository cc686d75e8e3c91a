import type { AgentQuestion, Evidence, Instant, PlayerName, Spend, TurnStatus } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';

/**
 * A paragraph of the transcript. Blocks are values: one that changes is replaced, so that only its own
 * row is drawn again. All text in them has been made plain.
 */
export type Block =
  | RunBlock
  | TurnBlock
  | SpeechBlock
  | DeedsBlock
  | QuestionBlock
  | ProofBlock
  | PersonBlock
  | NoteBlock;

interface Placed {
  /** The number of the entry it began with, or another name nothing else there has. */
  readonly key: number | string;
  readonly at: Instant;
}

export interface RunBlock extends Placed {
  readonly kind: 'run';
  readonly player: PlayerName;
  readonly attempt: number;
}

export interface TurnBlock extends Placed {
  readonly kind: 'turn';
  readonly turn: number;
  /** What the turn is for. */
  readonly words: string;
  /** What a person had said before it. */
  readonly steering: string;
  readonly spend: Spend | null;
  readonly end: { readonly status: TurnStatus; readonly message: string; readonly at: Instant } | null;
}

export interface SpeechBlock extends Placed {
  readonly kind: 'message' | 'thought';
  readonly text: string;
}

/** Tools used one after the other, with nothing said between them. */
export interface DeedsBlock extends Placed {
  readonly kind: 'deeds';
  readonly deeds: readonly Deed[];
}

export interface Deed {
  /** The number of its entry, or another name nothing else there has. */
  readonly key: number | string;
  readonly name: string;
  readonly summary: string;
  /** `allowed`: leave was given by the policy without asking anybody. */
  readonly state: 'under way' | 'done' | 'failed' | 'allowed';
  /** What came of it, or why it was allowed. */
  readonly result: string;
  readonly begunAt: Instant;
  /** Null while it goes on, and where its beginning was not heard. */
  readonly ms: number | null;
  /** What is seen when it is opened, made then; left out, the summary and the result. */
  readonly detail?: () => string;
}

export interface QuestionBlock extends Placed {
  readonly kind: 'question';
  readonly question: AgentQuestion;
  readonly answer: { readonly by: string; readonly text: string } | null;
  readonly withdrawn: boolean;
}

export interface ProofBlock extends Placed {
  readonly kind: 'proof';
  readonly evidence: Evidence;
}

/** Something a person said to the agent. */
export interface PersonBlock extends Placed {
  readonly kind: 'person';
  readonly by: string;
  readonly text: string;
}

export interface NoteBlock extends Placed, Note {
  readonly kind: 'note';
}

/** Something that happened, in one sentence. */
export interface Note {
  readonly text: string;
  readonly tone: Tone;
}

export interface PlanStep {
  readonly text: string;
  readonly done: boolean;
}
