import type { Json, StepResult, Tool, ToolResult } from '@symphony/domain';
import type { Session } from '../session.ts';
import { isDoubtful } from '../tools/doubtful.ts';
import { isRecord } from '../written-json.ts';
import { inOrder, mustFollow } from './order.ts';
import type { ReadCall } from './speech.ts';
import { backoffMs, wait } from './waiting.ts';

/**
 * The calls of one turn: independent ones at the same time, results in the order of the calls (R6). `refuse` says of
 * a call why it is not made, or null.
 */
export function performCalls(
  session: Session,
  calls: readonly ReadCall[],
  refuse: (call: ReadCall, place: number) => ToolResult | null,
): Promise<readonly StepResult[]> {
  const { tools } = session.around;
  const meant = calls.map(({ tool }) => tools.get(tool));
  return inOrder(
    calls.length,
    Math.max(1, session.config.parallel),
    (earlier, later) => mustFollow(meant[earlier], meant[later]),
    async (place) => {
      const call = calls[place] as ReadCall;
      return stepOf(call, refuse(call, place) ?? (await performCall(session, call, meant[place])));
    },
  );
}

/** Tried again when it failed in a way that may pass, and trying again can do no harm. */
async function performCall(session: Session, call: ReadCall, tool: Tool | undefined): Promise<ToolResult> {
  const { id, tool: name, input } = call;
  const { clock, chance } = session.around;
  let result = await session.callTool({ id, tool: name, input });
  for (let again = 1; again <= session.config.retryAttempts && mayTryAgain(result, tool); again++) {
    try {
      await wait(backoffMs(again, chance), clock, session.signal);
    } catch {
      return result;
    }
    result = await session.callTool({ id, tool: name, input });
  }
  return result;
}

const mayTryAgain = (result: ToolResult, tool: Tool | undefined): boolean =>
  !result.success && result.details?.retryable === true && !isDoubtful(result, tool);

function stepOf({ id, tool, input }: ReadCall, result: ToolResult): StepResult {
  const parameters = isRecord(input) ? input : {};
  return { stepId: id, description: inWords(tool, parameters), tool, parameters, result };
}

/** `files.read (path: a.txt)`: one line for a person. */
export function inWords(tool: string, parameters: Readonly<Record<string, Json>>): string {
  const given = Object.entries(parameters)
    .slice(0, 4)
    .map(([name, value]) => `${name}: ${cut(typeof value === 'string' ? value : JSON.stringify(value), 60)}`);
  return given.length === 0 ? tool : `${tool} (${given.join(', ')})`;
}

export function cut(text: string, most: number): string {
  const line = text.length > most * 4 ? text.slice(0, most * 4) : text;
  const flat = line.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}
