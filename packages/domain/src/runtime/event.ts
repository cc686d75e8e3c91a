import type { ModelPurpose, ModelTier, ModelUsage } from '../ports/model.ts';
import type { Json } from '../work-item.ts';
import type { ChatQuestion, ChatVerdict } from './chat.ts';
import type { ConversationState, ConversationTurn } from './conversation.ts';
import type { Intent, IntentsProcessed } from './intent.ts';
import type { ExecutionPlan, StepStatus } from './plan.ts';
import type { Reflection } from './reflection.ts';
import type { RuntimeMode, RuntimeOutcome } from './result.ts';
import type { Complexity, RouteDecision } from './route.ts';
import type { ToolResult } from './tool.ts';

/**
 * Everything a session can be heard doing. All but the streamed pieces (`text`, `thought`, `void`, `progress`) are
 * recorded; a session is the fold of what was recorded.
 */
export type RuntimeEvent =
  | {
      readonly type: 'began';
      readonly task: string;
      readonly agent: string;
      /** The session it goes on with. */
      readonly after?: string;
      /** Files and the like that were given along, as text. */
      readonly attached?: readonly { readonly name: string; readonly text: string }[];
    }
  | { readonly type: 'routed'; readonly decision: RouteDecision }
  | { readonly type: 'assessed'; readonly complexity: Complexity; readonly why: string }
  | { readonly type: 'state'; readonly to: ConversationState }
  | { readonly type: 'turn'; readonly turn: ConversationTurn }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  /** What was streamed since the last turn is void: it is said again. */
  | { readonly type: 'void'; readonly reason: string }
  | {
      readonly type: 'model-called';
      readonly purpose: ModelPurpose;
      readonly tier: ModelTier;
      readonly usage: ModelUsage;
      /** No try was answered; what they took was taken all the same. */
      readonly failed?: true;
    }
  | {
      readonly type: 'tool-started';
      readonly id: string;
      readonly tool: string;
      readonly input: Json;
      readonly step?: number;
    }
  | { readonly type: 'progress'; readonly id: string; readonly text: string }
  | { readonly type: 'tool-ended'; readonly id: string; readonly tool: string; readonly result: ToolResult }
  | { readonly type: 'planned'; readonly plan: ExecutionPlan; readonly degraded?: string }
  | { readonly type: 'replanned'; readonly plan: ExecutionPlan; readonly reason: string }
  | {
      readonly type: 'step';
      readonly plan: string;
      readonly step: number;
      readonly to: StepStatus;
      readonly reason: string;
    }
  | { readonly type: 'reflected'; readonly reflection: Reflection }
  | { readonly type: 'adapted'; readonly what: string }
  | { readonly type: 'lesson'; readonly text: string; readonly topic: string }
  | { readonly type: 'insight'; readonly text: string }
  /** Turns that no longer fit were summed up; the whole of them is kept under `artifact`. */
  | {
      readonly type: 'compacted';
      readonly turns: number;
      readonly summary: string;
      readonly artifact: string | null;
    }
  /** A tool waits for a person's word. */
  | { readonly type: 'asked'; readonly question: ChatQuestion }
  | {
      readonly type: 'answered';
      readonly question: string;
      readonly verdict: ChatVerdict;
      readonly by: string;
    }
  /** A person called it off. */
  | { readonly type: 'stopped'; readonly by: string }
  | { readonly type: 'intent'; readonly intent: Intent }
  | { readonly type: 'intents-processed'; readonly outcome: IntentsProcessed }
  | { readonly type: 'ended'; readonly outcome: RuntimeOutcome; readonly mode: RuntimeMode };
