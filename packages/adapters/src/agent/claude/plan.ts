import type { AgentEvent } from '@symphony/domain';
import { oneLine } from './tool-words.ts';
import { type Fields, fieldsOf, listOf, textOf } from './wire.ts';

/**
 * The plan an agent keeps for itself. Claude Code has had two ways: `TodoWrite` is given the whole
 * list each time; `TaskCreate` and `TaskUpdate` change one entry, known once they have succeeded.
 * Newer models are offered neither unless CLAUDE_CODE_ENABLE_TODO_TOOLS is set.
 */
export type PlanEvent = Extract<AgentEvent, { type: 'plan' }>;
type Step = PlanEvent['steps'][number];

/** Of tasks by their ids, in the order they were made. */
export type Tasks = ReadonlyMap<string, Step>;

export function readTodos(name: string, input: Fields): PlanEvent | null {
  if (name !== 'TodoWrite' || !Array.isArray(input.todos)) return null;
  const steps = listOf(input.todos).flatMap((each) => {
    const text = textOf(each.content);
    return text === null ? [] : [{ text: oneLine(text), done: each.status === 'completed' }];
  });
  return { type: 'plan', steps };
}

/** What a tool left behind (`tool_use_result`). The same tasks come back when it was none of these tools. */
export function readTasks(tasks: Tasks, outcome: unknown): Tasks {
  const fields = fieldsOf(outcome);
  if (!fields) return tasks;
  const made = fieldsOf(fields.task);
  const id = textOf(made?.id ?? fields.taskId);
  if (id === null) return tasks;
  const subject = textOf(made?.subject);
  if (subject !== null) return new Map(tasks).set(id, { text: oneLine(subject), done: false });
  const state = textOf(fieldsOf(fields.statusChange)?.to);
  const known = tasks.get(id);
  if (!known || state === null) return tasks;
  const changed = new Map(tasks);
  if (state === 'deleted') changed.delete(id);
  else changed.set(id, { ...known, done: state === 'completed' });
  return changed;
}

export const planOf = (tasks: Tasks): PlanEvent => ({ type: 'plan', steps: [...tasks.values()] });
