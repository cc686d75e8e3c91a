import {
  type Clock,
  type Json,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolDescription,
  ToolError,
  type ToolFailure,
  type ToolResult,
} from '@symphony/domain';
import { Cancellation, orStopped } from '../cancellation.ts';
import { type Check, checkOf, jsonSchemaOf } from './schema.ts';

/** Whether a tool may run with this input: `null`, or the sentence that says why not. */
export type Permit = (
  tool: Tool,
  input: Json,
  context: ToolContext,
) => Promise<string | null> | string | null;

interface Entry {
  readonly tool: Tool;
  readonly input: Check;
  readonly output: Check | null;
  readonly described: ToolDescription;
}

const NAME = /^[A-Za-z][\w-]*\.[A-Za-z][\w-]*$/;
const TIMEOUT_MS = 120_000;

/**
 * All tools of a runtime (R5). `run` never throws: whatever goes wrong is a failed result with guidance a model can
 * act on.
 */
export class ToolRegistry {
  readonly #entries = new Map<string, Entry>();
  /** What was told last time: the same lists are asked for again and again, and whoever is told may keep them by identity. */
  #names: readonly string[] | null = null;
  #told = new WeakMap<readonly string[], readonly ToolDescription[]>();
  readonly #clock: Clock;
  readonly #permit: Permit | null;

  constructor(clock: Clock, permit: Permit | null = null) {
    this.#clock = clock;
    this.#permit = permit;
  }

  /** Throws on a name that is none, on a schema that cannot be told, and on a clash unless `replace` is asked for. */
  add(tool: Tool, { replace = false }: { readonly replace?: boolean } = {}): this {
    if (!NAME.test(tool.name))
      throw new Error(
        `\`${tool.name}\` cannot name a tool. Use \`domain.tool\`: one dot, letters, digits, _ and -.`,
      );
    if (!replace && this.#entries.has(tool.name))
      throw new Error(`There is a tool \`${tool.name}\` already. Name it otherwise, or ask to replace it.`);
    this.#names = null;
    this.#told = new WeakMap();
    this.#entries.set(tool.name, {
      tool,
      input: checkOf(tool.input),
      output: tool.output ? checkOf(tool.output) : null,
      described: { name: tool.name, description: tool.description, input: jsonSchemaOf(tool.input) },
    });
    return this;
  }

  get(name: string): Tool | undefined {
    return this.#entries.get(name)?.tool;
  }

  names(): readonly string[] {
    this.#names ??= [...this.#entries.keys()];
    return this.#names;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Those a model is told of; names that are not there are passed over. Absent: all. */
  describe(names?: readonly string[]): readonly ToolDescription[] {
    const wanted = names ?? this.names();
    const before = this.#told.get(wanted);
    if (before) return before;
    const made = wanted.flatMap((name) => this.#entries.get(name)?.described ?? []);
    this.#told.set(wanted, made);
    return made;
  }

  async run(call: ToolCall, context: ToolContext): Promise<ToolResult> {
    const startTime = this.#clock.now();
    const ended = (outcome: Omit<ToolResult, 'metrics'>): ToolResult => {
      const endTime = this.#clock.now();
      return { ...outcome, metrics: { duration: endTime - startTime, startTime, endTime } };
    };
    const entry = this.#entries.get(call.tool);
    if (!entry) return ended(unknownTool(call.tool, this.names()));
    try {
      return ended(await this.#play(entry, call, context));
    } catch (error) {
      return ended(failed(call.tool, error, context.signal.aborted));
    }
  }

  async #play(entry: Entry, call: ToolCall, context: ToolContext): Promise<Omit<ToolResult, 'metrics'>> {
    const { tool } = entry;
    const input = await entry.input(call.input);
    if (!input.ok)
      return refused('E1001', `The input of ${tool.name} does not fit: ${input.problems.join('; ')}.`, {
        guidance: 'Call it again with an input that fits its schema.',
        retryable: false,
      });
    const refusal = this.#permit ? await this.#permit(tool, input.value, context) : null;
    if (refusal !== null)
      return refused('E8001', refusal, { guidance: 'Do without it, or ask the person.', retryable: false });
    if (context.signal.aborted)
      return refused('E3001', `${tool.name} was stopped before it began.`, {
        guidance: '',
        retryable: false,
      });
    const limitMs = tool.timeoutMs ?? TIMEOUT_MS;
    const limit = new Cancellation(context.signal, {
      clock: this.#clock,
      ms: limitMs,
      reason: () => late(tool.name, limitMs),
    });
    try {
      const made = tool.run(input.value as Readonly<Record<string, Json>>, { ...context, signal: limit });
      const value = made instanceof Promise ? await orStopped(limit, made) : made;
      const output = entry.output ? await entry.output(value) : null;
      if (output && !output.ok)
        return refused('E1002', `${tool.name} answered what does not fit: ${output.problems.join('; ')}.`, {
          guidance: 'Its answer cannot be relied on; use another tool.',
          retryable: false,
        });
      return { success: true, result: value ?? null };
    } finally {
      limit.release();
    }
  }
}

function unknownTool(name: string, names: readonly string[]): Omit<ToolResult, 'metrics'> {
  const domain = name.split('.')[0];
  const near = names.filter((each) => each.split('.')[0] === domain);
  const known = near.length > 0 ? near : names;
  return refused('E5002', `There is no tool \`${name}\`.`, {
    guidance: `Use one of: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ' …' : ''}.`,
    retryable: false,
  });
}

/** Made only when it is needed: an error costs more than most tools. */
const late = (name: string, ms: number): ToolError =>
  new ToolError(`${name} took longer than ${ms} ms.`, { code: 'E5003', retryable: true });

const refused = (
  code: ToolFailure['code'],
  error: string,
  more: Omit<ToolFailure, 'code'>,
): Omit<ToolResult, 'metrics'> => ({ success: false, error, details: { code, ...more } });

function failed(name: string, error: unknown, stopped: boolean): Omit<ToolResult, 'metrics'> {
  if (stopped) return refused('E3001', `${name} was stopped.`, { guidance: '', retryable: false });
  if (error instanceof ToolError) return { success: false, error: error.message, details: error.failure };
  const message = error instanceof Error ? error.message : String(error);
  return refused('E5001', `${name} failed: ${message}`, {
    guidance: 'Try another input or another tool.',
    retryable: false,
  });
}
