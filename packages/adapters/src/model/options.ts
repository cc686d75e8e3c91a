import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
} from '@ai-sdk/provider';
import type { ModelRequest, ToolDescription } from '@symphony/domain';
import { promptOf } from './prompt.ts';
import { spelled } from './tool-spelling.ts';

type OfferedTools = {
  readonly tools: LanguageModelV4FunctionTool[];
  /** By how it is spelled. */
  readonly names: ReadonlyMap<string, string>;
};

/** A runtime offers the same list of tools again and again. */
const offered = new WeakMap<readonly ToolDescription[], OfferedTools>();

export function offeredBy(tools: readonly ToolDescription[]): OfferedTools {
  const before = offered.get(tools);
  if (before) return before;
  const made: OfferedTools = {
    tools: tools.map(({ name, description, input }) => ({
      type: 'function',
      name: spelled(name),
      description,
      inputSchema: input.type === undefined ? { type: 'object', ...input } : input,
    })),
    names: new Map(tools.map(({ name }) => [spelled(name), name])),
  };
  offered.set(tools, made);
  return made;
}

/** What one try is asked with. */
export function optionsOf(
  request: ModelRequest,
  model: LanguageModelV4,
  nativeTools: boolean,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  const { tools = [], format, temperature, maxOutputTokens } = request;
  const seller = sellerOf(model);
  const prompt = promptOf(request.messages);
  // Servers that speak like OpenAI are told to write JSON, but not which: most would refuse a schema.
  if (format && seller === 'openai-compatible')
    prompt.unshift({
      role: 'system',
      content: `Answer with one JSON value that fits this JSON Schema and nothing else:\n${JSON.stringify(format.schema)}`,
    });
  if (seller === 'anthropic') keepInCache(prompt);
  const options: LanguageModelV4CallOptions = { prompt, abortSignal };
  if (tools.length > 0 && nativeTools) options.tools = offeredBy(tools).tools;
  if (format) options.responseFormat = { type: 'json', name: format.name, schema: format.schema };
  if (temperature !== undefined) options.temperature = temperature;
  if (maxOutputTokens !== undefined) options.maxOutputTokens = maxOutputTokens;
  // Strict schemas are a dialect of their own which ours need not speak, and nothing is to be kept over there.
  if (seller === 'openai') options.providerOptions = { openai: { strictJsonSchema: false, store: false } };
  return options;
}

/** `anthropic.messages` → `anthropic`. */
export const sellerOf = ({ provider }: Pick<LanguageModelV4, 'provider'>): string => {
  const end = provider.indexOf('.');
  return end < 0 ? provider : provider.slice(0, end);
};

/** The instructions, and all that was said so far: a conversation reads its own beginning for a tenth of the price. */
function keepInCache(prompt: LanguageModelV4CallOptions['prompt']): void {
  const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  const system = prompt.findLast(({ role }) => role === 'system');
  if (system) system.providerOptions = cached;
  const last = prompt.at(-1);
  if (last && last !== system) last.providerOptions = cached;
}
