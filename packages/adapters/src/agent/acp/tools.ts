import type { AgentEvent } from '@symphony/domain';
import { unrecognised } from '../program/index.ts';
import { followedBy, type Heard, type Memory, type OpenTool, type Setting, unchanged } from './memory.ts';
import { fullStop } from './speech.ts';
import {
  nameOf,
  readToolCall,
  readToolEnd,
  summaryOf,
  type ToolCall,
  type ToolEnd,
  withNews,
} from './tool-call.ts';
import type { Fields } from './wire.ts';

/** `tool_call` and `tool_call_update`: an agent may leave out either, or say one twice. */
export function hearTool(memory: Memory, update: Fields, setting: Setting): Heard {
  const fresh = update.sessionUpdate === 'tool_call';
  const known = knownTool(memory, update, fresh, setting);
  if (known === 'unreadable') return { memory, events: [unrecognised(JSON.stringify(update))] };
  if (known === 'ended') return unchanged(memory);
  const end = readToolEnd(update);
  const first = !memory.tools.has(known.call.id);
  const kept = keep(memory, known);
  // What is announced as pending with nothing known of it yet is told with the next thing that is said.
  const silent = fresh && first && update.status === 'pending' && !saysMuch(known.call);
  const started = silent ? unchanged(kept) : start(kept, known);
  return end === null ? started : followedBy(started, (memory) => finish(memory, known.call.id, end));
}

/** For a permission: the tool is told before it is asked for. */
export function announce(memory: Memory, update: Fields, setting: Setting): Heard {
  const known = knownTool(memory, update, false, setting);
  if (known === 'unreadable' || known === 'ended') return fullStop(memory);
  return start(keep(memory, known), known);
}

/** Not every agent says what became of a tool it was not allowed to use. */
export function refuseTool(memory: Memory, toolCallId: string): Memory {
  const tool = memory.tools.get(toolCallId);
  return tool ? keep(memory, { ...tool, refused: true }) : memory;
}

/** The turn is over: whatever is still open will not be heard of again. */
export function closeTools(memory: Memory): Heard {
  return [...memory.tools.values()].reduce<Heard>(
    (heard, { call, announced, refused }) =>
      followedBy(heard, (memory) =>
        announced
          ? finish(memory, call.id, { ok: false, text: refused ? 'permission was denied' : 'not finished' })
          : unchanged({ ...memory, tools: without(memory.tools, call.id) }),
      ),
    unchanged(memory),
  );
}

function knownTool(
  memory: Memory,
  update: Fields,
  fresh: boolean,
  { agent, cwd }: Setting,
): OpenTool | 'unreadable' | 'ended' {
  const news = readToolCall(update, cwd);
  if (news === null) return 'unreadable';
  const tool = memory.tools.get(news.id);
  if (tool) return { ...tool, call: withNews(tool.call, news) };
  const uses = memory.ended.get(news.id) ?? 0;
  if (uses > 0 && !fresh) return 'ended';
  const id = uses === 0 ? news.id : `${news.id}~${uses + 1}`;
  const call = { ...news, name: news.name ?? agent.toolName(news, fresh) };
  return { id, call, announced: false, refused: false };
}

const saysMuch = ({ command, paths }: ToolCall): boolean => command !== null || paths.length > 0;

function start(memory: Memory, tool: OpenTool): Heard {
  if (tool.announced) return unchanged(memory);
  return followedBy(fullStop(memory), (silent) => {
    const { id, call } = tool;
    const event: AgentEvent = { type: 'tool-started', id, name: nameOf(call), summary: summaryOf(call) };
    return { memory: keep(silent, { ...tool, announced: true }), events: [event] };
  });
}

/** Some agents call it a good end when we cut a tool off. */
function finish(memory: Memory, callId: string, { ok, text }: ToolEnd): Heard {
  const tool = memory.tools.get(callId);
  if (!tool) return unchanged(memory);
  const ended = new Map(memory.ended).set(callId, (memory.ended.get(callId) ?? 0) + 1);
  return {
    memory: { ...memory, tools: without(memory.tools, callId), ended },
    events: [{ type: 'tool-ended', id: tool.id, ok: ok && !memory.interrupted, summary: text }],
  };
}

const keep = (memory: Memory, tool: OpenTool): Memory => ({
  ...memory,
  tools: new Map(memory.tools).set(tool.call.id, tool),
});

function without(tools: Memory['tools'], callId: string): Memory['tools'] {
  const left = new Map(tools);
  left.delete(callId);
  return left;
}
