import type { Json, JsonSchema, StopSignal, Tool, ToolContext, ToolPermission } from '@symphony/domain';

/** A tool whose input has a type. The schema is checked by whoever runs tools, so the type holds when `run` is called. */
export interface ToolDefinition<Input> {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  readonly permissions: readonly ToolPermission[];
  readonly timeoutMs?: number;
  run(input: Input, context: ToolContext): Promise<Json> | Json;
}

export const defineTool = <Input>(definition: ToolDefinition<Input>): Tool => ({
  ...definition,
  run: (input, context) => definition.run(input as unknown as Input, context),
});

/** Words of JSON Schema. A key that ends with `?` may be left out. */
export function fields(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const entries = Object.entries(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, schema]) => [key.replace('?', ''), schema])),
    required: entries.map(([key]) => key).filter((key) => !key.endsWith('?')),
    additionalProperties: false,
  };
}

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
});
export const filled = (description: string): JsonSchema => text(description, { minLength: 1 });
export const yesOrNo = (description: string): JsonSchema => ({ type: 'boolean', description });
export const whole = (description: string, minimum: number, maximum: number): JsonSchema => ({
  type: 'integer',
  description,
  minimum,
  maximum,
});
export const listOf = (items: JsonSchema, description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  description,
  ...more,
});

/** What libraries want to be stopped by. `release` it when the work is over: the other signal may live long. */
export function abortSignalOf(signal: StopSignal): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return { signal: controller.signal, release: () => signal.removeEventListener('abort', stop) };
}
