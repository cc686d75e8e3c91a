import type { JournalEntry } from '../ports/journal.ts';
import type { ModelDescription, ModelTier } from '../ports/model.ts';
import type { Instant, Json } from '../work-item.ts';
import type { ConversationTurn } from './conversation.ts';
import type { ExecutionPlan } from './plan.ts';
import type { Reflection } from './reflection.ts';
import type { RuntimeMode } from './result.ts';
import type { Complexity, RouteDecision } from './route.ts';
import type { ToolPermission, ToolResult } from './tool.ts';

/**
 * A chat: requests of a person, one after the other, each a session of the runtime that goes on from the one
 * before. All of it is the fold of the journal (`foldChat`); only who plays now and what is being said are told
 * beside it.
 */
export type ChatId = string;

/** The sessions of a chat are named after it, so that the journal alone tells what belongs together. */
export const sessionOfChat = (chat: ChatId, request: string): string => `${chat}.${request}`;

/** Null: the session belongs to no chat. */
export const chatOfSession = (session: string): ChatId | null =>
  session.startsWith('chat-') && session.includes('.') ? session.slice(0, session.indexOf('.')) : null;

/** `no`: what would have to be asked about is refused. `yes`: nothing is asked. */
export type ChatPermit = 'ask' | 'yes' | 'no';

export interface ChatFile {
  readonly name: string;
  readonly text: string;
}

/** A tool wants to do what a person must allow. */
export interface ChatQuestion {
  /** The call that waits for it. */
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
  readonly permissions: readonly ToolPermission[];
  /** One sentence. */
  readonly text: string;
}

/** `always`: this tool is not asked about again in this chat. */
export type ChatVerdict = 'once' | 'always' | 'no';

export interface ChatHead {
  readonly id: ChatId;
  readonly title: string;
  readonly startedAt: Instant;
  readonly lastAt: Instant;
  readonly requests: number;
  /** `asking`: it waits for a person's word. */
  readonly state: 'idle' | 'working' | 'asking';
}

export interface ChatView {
  readonly id: ChatId;
  readonly title: string;
  /** The last entry that was folded in. */
  readonly seq: number;
  readonly startedAt: Instant;
  readonly lastAt: Instant;
  readonly requests: readonly ChatRequest[];
  readonly cost: ChatCost;
}

export interface ChatRequest {
  readonly session: string;
  readonly at: Instant;
  readonly text: string;
  /** Names of what was given along. */
  readonly attached: readonly string[];
  /** `interrupted`: whoever played it is gone. */
  readonly state: 'working' | 'done' | 'failed' | 'stopped' | 'interrupted';
  readonly endedAt: Instant | null;
  readonly route: RouteDecision | null;
  readonly complexity: Complexity | null;
  readonly mode: RuntimeMode | null;
  /** What was said and done, in order. */
  readonly steps: readonly ChatStep[];
  /** As it stands: revised, and with what became of its steps. */
  readonly plan: ExecutionPlan | null;
  readonly reflections: readonly Reflection[];
  /** Those that are open. */
  readonly questions: readonly ChatQuestion[];
  /** Empty until it has ended. */
  readonly answer: string;
  readonly error: string | null;
  readonly cost: ChatCost;
}

export type ChatStep =
  | { readonly kind: 'said'; readonly at: Instant; readonly turn: ConversationTurn }
  | {
      readonly kind: 'tool';
      readonly at: Instant;
      readonly id: string;
      readonly tool: string;
      readonly input: Json;
      /** Of the plan. */
      readonly step: number | null;
      /** Null while it runs. */
      readonly result: ToolResult | null;
    }
  /** What a person should know besides: a new plan, an adaptation, a compaction. */
  | { readonly kind: 'note'; readonly at: Instant; readonly text: string };

export interface ChatCost {
  /** Null: a model was used whose price nobody told us. */
  readonly usd: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
}

/** What a chat tells whoever watches it. All up to `seq` has been told; asked again after it, it goes on there. */
export interface ChatBatch {
  readonly seq: number;
  readonly entries: readonly JournalEntry[];
  /** The session that is being played; null while the chat is idle. */
  readonly playing: string | null;
  readonly live: ChatLive | null;
}

/**
 * What is being said and is not recorded yet, as it grows. `text` stands at `from`, so that a reader who keeps what
 * is before it has everything; `from: 0` begins anew. Null when nothing is being said: what was heard is recorded.
 */
export interface ChatLive {
  readonly session: string;
  readonly from: number;
  readonly text: string;
  /** What the model thinks, likewise. */
  readonly thought: { readonly from: number; readonly text: string };
  /** The last line of each tool that runs. */
  readonly progress: readonly { readonly id: string; readonly text: string }[];
}

/** What chats are played with. */
export interface RuntimeView {
  readonly models: readonly { readonly tier: ModelTier; readonly model: ModelDescription | null }[];
  /** Why no chat can be played, with the next step; null when one can. */
  readonly trouble: { readonly message: string; readonly nextStep: string } | null;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly permissions: readonly ToolPermission[];
    /** A person is asked before it runs. */
    readonly asks: boolean;
  }[];
  readonly roles: readonly { readonly name: string; readonly description: string }[];
  /** Those that have not rung yet, the next one first. */
  readonly timers: readonly TimerView[];
}

export interface TimerView {
  readonly id: string;
  readonly label: string;
  readonly dueAt: Instant;
  /** The session it was set in. */
  readonly session: string | null;
}
