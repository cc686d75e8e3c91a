import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { Json, ModelMessage, RequestedCall } from '@symphony/domain';
import { spelled } from './tool-spelling.ts';

/**
 * Our messages in the words of the provider packages, and such that every provider takes them: no empty texts,
 * system words only at the beginning, a result for each call and a call for each result.
 */
export function promptOf(messages: readonly ModelMessage[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  let open: Map<string, LanguageModelV4ToolCallPart> | null = null;
  let results: LanguageModelV4ToolResultPart[] = [];

  const closeCalls = (): void => {
    if (open === null) return;
    for (const { toolCallId, toolName } of open.values())
      results.push({ type: 'tool-result', toolCallId, toolName, output: INTERRUPTED });
    if (results.length > 0) prompt.push({ role: 'tool', content: results });
    open = null;
    results = [];
  };

  for (const message of messages) {
    if (message.role === 'tool') {
      const call: LanguageModelV4ToolCallPart | undefined = open?.get(plainId(message.id));
      if (call) {
        open?.delete(call.toolCallId);
        results.push({
          type: 'tool-result',
          toolCallId: call.toolCallId,
          toolName: call.toolName,
          output: outputOf(message),
        });
      } else {
        closeCalls();
        prompt.push(user(`What ${message.tool} answered: ${asText(message.output)}`));
      }
      continue;
    }
    closeCalls();
    if (message.role === 'assistant') {
      const calls = (message.calls ?? []).map(callPart);
      const said = message.text.trim() === '' ? [] : [{ type: 'text' as const, text: message.text }];
      if (calls.length + said.length > 0) prompt.push({ role: 'assistant', content: [...said, ...calls] });
      if (calls.length > 0) open = new Map(calls.map((call) => [call.toolCallId, call]));
    } else if (message.role === 'system' && prompt.every(({ role }) => role === 'system')) {
      if (message.text.trim() !== '') prompt.push({ role: 'system', content: message.text });
    } else prompt.push(user(message.text));
  }
  closeCalls();
  return prompt;
}

const INTERRUPTED = {
  type: 'error-text' as const,
  value: 'It was interrupted; nothing is known of what it did.',
};

const user = (text: string): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text: text.trim() === '' ? '(no words)' : text }],
});

const callPart = ({ id, tool, input }: RequestedCall): LanguageModelV4ToolCallPart => ({
  type: 'tool-call',
  toolCallId: plainId(id),
  toolName: spelled(tool),
  // A model that wrote no object is shown what it wrote; the wires have no place for anything else.
  input: typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { written: input },
});

const outputOf = ({
  ok,
  output,
}: Extract<ModelMessage, { role: 'tool' }>): LanguageModelV4ToolResultPart['output'] => {
  if (typeof output === 'string')
    return { type: ok ? 'text' : 'error-text', value: output === '' ? '(empty)' : output };
  return { type: ok ? 'json' : 'error-json', value: output as never };
};

const asText = (output: Json): string => (typeof output === 'string' ? output : JSON.stringify(output));

/** One provider's call may be shown to another one, and each has its own idea of an id. */
const plainId = (id: string): string =>
  ODD_ID.test(id) ? id.replaceAll(/[^\w-]/g, '_').slice(0, 64) || '_' : id;
const ODD_ID = /[^\w-]|^$|^.{65,}$/s;
