import type { ModelRequest } from '../ports/model.ts';
import type { Json } from '../work-item.ts';
import type { StopSignal } from './stop-signal.ts';

/**
 * The one form of a tool (R5): built in, of a role, of an MCP server, of an extension. Whoever runs it checks its
 * input before and its output after; what it throws becomes a failed `ToolResult`, never a crash.
 */
export interface Tool {
  /** `domain.tool`: exactly one dot, both sides letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  readonly output?: Schema;
  /** What it does to the world: judged before it runs. None: it only reckons. */
  readonly permissions?: readonly ToolPermission[];
  /** Longer than this is a failure. */
  readonly timeoutMs?: number;
  run(input: Values, context: ToolContext): Promise<Json> | Json;
}

type Values = Readonly<Record<string, Json>>;

export type ToolPermission = 'read' | 'write' | 'execute' | 'network' | 'notify' | 'remember';

/** JSON Schema as it is written, or a schema object that knows its own (Standard Schema; zod is one). */
export type Schema = JsonSchema | StandardSchema;

export type JsonSchema = { readonly [key: string]: unknown };

/** The part of the Standard Schema interface that is used; `jsonSchema` tells a model what it accepts. */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): StandardOutcome | Promise<StandardOutcome>;
    readonly jsonSchema?: { input(options: { readonly target: string }): Record<string, unknown> };
  };
}

type StandardOutcome =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly unknown[] | undefined;
      }[];
    };

export interface ToolContext {
  readonly signal: StopSignal;
  /** The session it is called in, and the call itself: the same after a restart. */
  readonly session: string;
  readonly call: string;
  /** One line a person can watch. */
  progress(text: string): void;
  /** Leaves an intent for after the run (R17). */
  intend(intent: Json): void;
  /**
   * Asks a model on the session's account: metered, within its budget, stopped by `signal`. Absent: the tool is
   * called where there is none. Rejects as `Models.call` does.
   */
  ask?(request: ModelRequest, signal: StopSignal): Promise<{ readonly text: string }>;
}

/** A model's wish, before anything is checked. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
}

export interface ToolResult {
  readonly success: boolean;
  readonly result?: Json;
  /** One plain sentence. */
  readonly error?: string;
  readonly details?: ToolFailure;
  readonly metrics: { readonly duration: number; readonly startTime: number; readonly endTime: number };
}

/** Families of the reference: E1 validation, 2 configuration, 3 runtime, 4 model, 5 tool, 6 record, 7 network, 8 permission, 9 resource. */
export interface ToolFailure {
  readonly code: ToolFailureCode;
  /** What the model or the person can do about it. */
  readonly guidance: string;
  /** Trying the same again may help. */
  readonly retryable: boolean;
}

export type ToolFailureCode =
  | 'E1001' // the input does not fit its schema
  | 'E1002' // the output does not fit its schema
  | 'E2001' // the tool is not configured
  | 'E3001' // cancelled
  | 'E3002' // made too often: it leads nowhere
  | 'E5001' // the tool failed
  | 'E5002' // there is no such tool
  | 'E5003' // it took too long
  | 'E6001' // what was about to happen could not be written down
  | 'E7001' // the network, or what is behind it, did not answer
  | 'E8001'; // it may not

/** Throw this in a tool to say more than "it failed". */
export class ToolError extends Error {
  readonly failure: ToolFailure;
  constructor(message: string, failure: Partial<ToolFailure> = {}) {
    super(message);
    this.name = 'ToolError';
    this.failure = { code: 'E5001', guidance: '', retryable: false, ...failure };
  }
}
