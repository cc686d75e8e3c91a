import type { AgentEvent } from '@symphony/domain';
import { type Memory, type Translation, tellUsage } from './memory.ts';
import { meterMessage } from './meter.ts';
import { planOf, readTasks, readTodos } from './plan.ts';
import { outcomeOf, summarise, toolOf } from './tool-words.ts';
import { blocksOf, type Fields, fieldsOf, textOf } from './wire.ts';

/** Of one text; more than a model writes in one piece, and less than a log should be asked to keep. */
const TEXT_LIMIT = 200_000;

/** What the agent says, thinks and begins to do. */
export function readAssistant(memory: Memory, said: Fields): Translation {
  // An error shown as text is not the agent's words; the result tells it again.
  if (fieldsOf(said.message)?.model === '<synthetic>' || said.is_api_error_message === true)
    return { memory: { ...memory, lastError: textOf(said.error) ?? memory.lastError }, events: [] };

  const meter = meterMessage(memory.meter, said);
  const tools = new Set(memory.tools);
  const events: AgentEvent[] = [];
  for (const block of blocksOf(said)) {
    const { text, thinking } = block;
    // What a sub-agent says is for the agent, not for people.
    const spoken = textOf(said.parent_tool_use_id) === null;
    if (block.type === 'text' && typeof text === 'string' && text.trim() !== '' && spoken)
      events.push({ type: 'message', text: text.slice(0, TEXT_LIMIT) });
    if (block.type === 'thinking' && typeof thinking === 'string' && thinking.trim() !== '' && spoken)
      events.push({ type: 'thought', text: thinking.slice(0, TEXT_LIMIT) });
    const id = textOf(block.id);
    if (block.type !== 'tool_use' || id === null || tools.has(id)) continue;
    const { name, input } = toolOf(block);
    tools.add(id);
    events.push({ type: 'tool-started', id, name, summary: summarise(name, input, memory.cwd) });
    const plan = readTodos(name, input);
    if (plan) events.push(plan);
  }
  const used = tellUsage(memory, meter);
  return { memory: { ...used.memory, tools }, events: [...events, ...used.events] };
}

/** What came of the tools, which is told in the user's name. */
export function readUser(memory: Memory, said: Fields): Translation {
  const tools = new Set(memory.tools);
  const events: AgentEvent[] = [];
  for (const block of blocksOf(said)) {
    const id = textOf(block.tool_use_id);
    if (block.type !== 'tool_result' || id === null || !tools.delete(id)) continue;
    const ok = block.is_error !== true;
    // To the model an interrupted tool is explained at length.
    const summary = memory.interrupted && !ok ? 'was interrupted' : outcomeOf(block);
    events.push({ type: 'tool-ended', id, ok, summary });
  }
  const tasks = readTasks(memory.tasks, said.tool_use_result);
  if (tasks !== memory.tasks) events.push(planOf(tasks));
  return { memory: { ...memory, tools, tasks }, events };
}
