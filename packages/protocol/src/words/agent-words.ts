import type { AgentEvent, LimitWindow } from '@symphony/domain';
import { spendOf } from '@symphony/domain';
import { spendPhrase } from './money.ts';
import { clockTime } from './time.ts';

/** What an agent was heard doing, as a sentence. */
export function agentWords(event: AgentEvent): string {
  switch (event.type) {
    case 'started':
      return `the agent runs${event.process ? ` as pid ${event.process.pid}` : ''}${programWords(event)}`;
    case 'message':
      return `says: ${event.text}`;
    case 'thought':
      return `thinks: ${event.text}`;
    case 'tool-started':
      return `uses ${event.name}: ${event.summary}`;
    case 'tool-ended':
      return `${event.ok ? 'finished' : 'failed'}: ${event.summary}`;
    case 'plan':
      return `plans ${event.steps.length} steps, ${event.steps.filter((step) => step.done).length} done`;
    case 'usage':
      return `so far ${spendPhrase(spendOf(event.usage))}`;
    case 'limited':
      return `its provider takes no more work${event.until === null ? '' : ` until ${clockTime(event.until)}`}: ${event.message}`;
    case 'limits':
      return `its provider's limits: ${event.windows.map(limitWords).join(', ')}`;
    case 'retrying':
      return `tries its model again: ${event.reason}`;
    case 'permission':
      return `asks leave for ${event.request.tool}: ${event.request.summary}`;
    case 'withdrawn':
      return 'no longer waits for an answer';
    case 'contained':
      return `sandbox: ${event.text}`;
    case 'question':
      return `wants to know: ${event.question.text}`;
    case 'turn-ended':
      return `the agent's turn ${event.status}${event.message ? `: ${event.message}` : ''}`;
    case 'unrecognised':
      return `said something its adapter does not know: ${event.text}`;
    case 'exited':
      return `the agent ended ${exitWords(event)}${event.message ? `: ${event.message}` : ''}`;
  }
}

function programWords({ version, model }: { readonly version?: string; readonly model?: string }): string {
  const known = [version && `version ${version}`, model].filter(Boolean);
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

function limitWords({ name, usedPercent, resetsAt }: LimitWindow): string {
  const until = resetsAt === null ? '' : ` until ${clockTime(resetsAt)}`;
  return `${Math.round(usedPercent)} % of ${name}${until}`;
}

function exitWords(event: { readonly code: number | null; readonly signal: string | null }): string {
  if (event.signal !== null) return `by ${event.signal}`;
  return event.code === null ? 'without a code' : `with code ${event.code}`;
}
