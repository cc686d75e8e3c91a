import type { Json, ModelMessage, ToolDescription } from '@symphony/domain';
import { firstObject, isRecord } from '../written-json.ts';
import type { ReadCall, Reading, Speech } from './speech.ts';

/**
 * The strict JSON contract for models without calls of their own (R6): one object a turn, `{tool_name, parameters}`
 * or `{tool_name: "none", response}`. An explicit "none" is an answer like any other.
 */
export function contractSpeech(tools: readonly ToolDescription[], name: () => string): Speech {
  const rules = rulesFor(tools);
  return {
    aloud: false,
    request: (messages) => ({ messages: withRules(messages, rules) }),
    read({ text }) {
      const found = firstObject(text);
      if (!found.found) return { type: 'unusable', problem: `${found.problem} ${REMINDER}` };
      return readObjects(listOf(found.value), name);
    },
  };
}

const REMINDER =
  'Answer with one JSON object and nothing else: {"tool_name": "…", "parameters": {…}}, or {"tool_name": "none", "response": "…"} when you need no tool.';

const rulesFor = (tools: readonly ToolDescription[]): string =>
  `You can use tools. ${REMINDER}
To use several tools that do not need each other's results, answer {"calls": [{"tool_name": "…", "parameters": {…}}, …]}.
After each use you are told the result. When you have what you need, answer with "none" and your response to the person.
The person never sees this JSON, only the response.
Tools:
${tools.map(({ name, description, input }) => `- ${name}: ${description}\n  parameters: ${JSON.stringify(input)}`).join('\n')}`;

function listOf(value: Readonly<Record<string, Json>> | readonly Json[]): readonly Json[] {
  if (Array.isArray(value)) return value;
  const { calls } = value as Readonly<Record<string, Json>>;
  return Array.isArray(calls) ? calls : [value as Json];
}

function readObjects(objects: readonly Json[], name: () => string): Reading {
  const calls: ReadCall[] = [];
  let said: Readonly<Record<string, Json>> | null = null;
  for (const each of objects) {
    const tool = isRecord(each) ? (each.tool_name ?? each.toolName) : undefined;
    if (!isRecord(each) || typeof tool !== 'string' || tool === '')
      return { type: 'unusable', problem: `The JSON object names no tool. ${REMINDER}` };
    if (tool === 'none') said ??= each;
    else calls.push({ id: name(), tool, input: each.parameters ?? {} });
  }
  // Wishes come first, wherever they stand: an answer beside them was written before anything was done.
  if (calls.length > 0) return { type: 'calls', text: '', calls };
  if (!said) return { type: 'unusable', problem: `There is no call in it. ${REMINDER}` };
  const { response } = said;
  if (typeof response === 'string' && response.trim() !== '') return { type: 'answer', text: response };
  return { type: 'unusable', problem: `With "none" there must be a response in words. ${REMINDER}` };
}

/** In the first system message: not every model takes two. */
function withRules(messages: readonly ModelMessage[], rules: string): readonly ModelMessage[] {
  const [first, ...rest] = messages.map(asPlainText);
  if (first?.role !== 'system')
    return [{ role: 'system', text: rules }, ...(first ? [first, ...rest] : rest)];
  return [{ role: 'system', text: `${first.text}\n\n${rules}` }, ...rest];
}

/** The same conversation for a model that knows no calls. */
function asPlainText(message: ModelMessage): ModelMessage {
  if (message.role === 'tool')
    return {
      role: 'user',
      text: `${message.ok ? 'Result' : 'Failure'} of ${message.tool}: ${JSON.stringify(message.output)}`,
    };
  if (message.role !== 'assistant' || !message.calls?.length) return message;
  const calls = message.calls.map(({ tool, input }) => ({ tool_name: tool, parameters: input }));
  return { role: 'assistant', text: JSON.stringify(calls.length === 1 ? calls[0] : { calls }) };
}
