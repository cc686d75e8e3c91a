import { randomUUID } from 'node:crypto';
import type { Usage } from '@symphony/domain';
import { type Conversation, isSideCall, type OfferedTool, stepOf } from './conversation.ts';
import type { Action, Call } from './script.ts';

/** An answer of the model, before it is put in the words of a wire. */
export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly texts: readonly string[];
  readonly call: ToolCall | null;
  readonly tokens: Tokens;
}

export interface ToolCall {
  readonly id: string;
  readonly tool: OfferedTool;
  readonly input: object;
}

export interface Tokens {
  /** All that was read, from a cache or not. */
  readonly input: number;
  readonly cached: number;
  /** All that was written, thoughts included. */
  readonly output: number;
  readonly reasoning: number;
}

const FREE: Tokens = { input: 0, cached: 0, output: 0, reasoning: 0 };

/** Differs from step to step, so that a sum and a multiple of the last one are not the same. */
export const tokensAt = (step: number): Tokens => ({
  input: 1000 + step,
  cached: 300,
  output: 50,
  reasoning: 10,
});

/** As an agent should report it. */
export const usageOf = ({ input, cached, output }: Tokens): Omit<Usage, 'usd'> => ({
  inputTokens: input,
  cachedTokens: cached,
  outputTokens: output,
});

/** Fits a title, a router that wants a score, and whoever ignores both. */
const SIDE_TEXT = 'A scripted session';
const SIDE_JSON = JSON.stringify({ title: SIDE_TEXT, complexity_reasoning: 'simple', complexity_score: 10 });

export function replyTo(conversation: Conversation, { texts, action }: Call): Reply {
  const { model, tools, cwd } = conversation;
  const begun = { id: randomUUID(), model };
  if (isSideCall(conversation)) {
    const text = conversation.wantsJson ? SIDE_JSON : SIDE_TEXT;
    return { ...begun, texts: [text], call: null, tokens: FREE };
  }
  const tokens = tokensAt(stepOf(conversation));
  if (action === null) return { ...begun, texts, call: null, tokens };
  const call = toolCall(action, tools, cwd);
  if (call) return { ...begun, texts, call: { id: randomUUID(), ...call }, tokens };
  const missing = `I have no tool for this: ${JSON.stringify(action)}`;
  return { ...begun, texts: [...texts, missing], call: null, tokens };
}

const SHELLS = ['Bash', 'exec_command', 'bash', 'run_shell_command', 'shell_command', 'shell', 'shell__run'];
const WRITERS = ['Write', 'write', 'write_file', 'files__write'];

/** Tools are chosen by what the request offers, because each agent names its own. */
function toolCall(
  action: Action,
  tools: readonly OfferedTool[],
  cwd: string | null,
): Omit<ToolCall, 'id'> | null {
  if ('tool' in action) {
    const tool = tools.find(({ name }) => name === action.tool.name) ?? endingWith(tools, action.tool.name);
    return tool ? { tool, input: action.tool.input } : null;
  }
  if ('write' in action) {
    const { path, text } = action.write;
    const tool = tools.find(({ name }) => WRITERS.includes(name));
    if (!tool) return shellCall(tools, `printf '%s' ${quoted(text)} > ${quoted(path)}`, false);
    const file = ['filePath', 'path'].find((name) => tool.takes.includes(name)) ?? 'file_path';
    return { tool, input: { [file]: cwd ? `${cwd}/${path}` : path, content: text } };
  }
  return 'run' in action ? shellCall(tools, action.run, false) : shellCall(tools, action.ask, true);
}

const endingWith = (tools: readonly OfferedTool[], end: string): OfferedTool | undefined =>
  tools.find(({ name }) => name.endsWith(`_${end}`) || name.endsWith(`-${end}`) || name.endsWith(`.${end}`));

function shellCall(
  tools: readonly OfferedTool[],
  command: string,
  escalated: boolean,
): Omit<ToolCall, 'id'> | null {
  const tool = tools.find(({ name }) => SHELLS.includes(name));
  if (!tool) return null;
  const asks = escalated && tool.takes.includes('sandbox_permissions');
  return {
    tool,
    input: {
      [tool.takes.includes('cmd') ? 'cmd' : 'command']: command,
      ...(tool.takes.includes('description') && { description: 'Runs what the script says' }),
      ...(asks && { sandbox_permissions: 'require_escalated', justification: 'The script says so' }),
    },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
