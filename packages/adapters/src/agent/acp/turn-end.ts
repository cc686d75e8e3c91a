import type { AgentEvent, Instant } from '@symphony/domain';
import { type Trouble, troubleOf, troubleOfText } from './fault.ts';
import { followedBy, forget, type Heard, type Memory, type Setting, unchanged, withTally } from './memory.ts';
import { fullStop } from './speech.ts';
import { closeTools } from './tools.ts';
import { readPromptCounts, withPrompt } from './usage.ts';
import type { Fields, Outcome } from './wire.ts';

/** How a turn came to its end. */
export type TurnEnding =
  /** The agent answered the prompt. */
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  /** We gave up on it, or it never began. */
  | { readonly kind: 'given-up'; readonly trouble: Trouble }
  | { readonly kind: 'not-begun' };

/** What the agent's word for the end means where it is not a good one. */
const STOPPED: Readonly<Record<string, string>> = {
  max_tokens: 'it reached the most its model may write',
  max_turn_requests: 'it reached the most model calls of one turn',
  refusal: 'the model refused to go on',
  cancelled: 'the agent cancelled the turn by itself',
};

/**
 * The answer to a prompt is not the outcome by itself: what the agent let slip before counts, and
 * what we asked of it.
 */
export function endTurn(memory: Memory, ending: TurnEnding, setting: Setting, now: Instant): Heard {
  const failed = ending.kind === 'answered' && !ending.outcome.ok;
  const swallowed = failed && setting.agent.saysFaults ? (memory.saying?.text ?? '') : '';
  const quiet = swallowed === '' ? memory : { ...memory, saying: null };
  const closed = followedBy(fullStop(quiet), closeTools);
  const result = ending.kind === 'answered' && ending.outcome.ok ? ending.outcome.result : null;
  const counted = followedBy(closed, (memory) => count(memory, result, setting));
  return followedBy(counted, (memory) => ({
    memory: forget(memory),
    events: outcomeOf(memory, ending, setting, now, swallowed),
  }));
}

function count(memory: Memory, result: Fields | null, setting: Setting): Heard {
  const counts = result === null ? [] : readPromptCounts(result, setting.model);
  return counts.length === 0
    ? unchanged(memory)
    : withTally(memory, withPrompt(memory.tally, counts), setting);
}

function outcomeOf(
  memory: Memory,
  ending: TurnEnding,
  { agent }: Setting,
  now: Instant,
  swallowed: string,
): readonly AgentEvent[] {
  if (ending.kind === 'not-begun') return [interrupted('interrupted before it began')];
  if (ending.kind === 'given-up') return failure(ending.trouble);
  if (memory.interrupted) return [interrupted(memory.lastWords)];
  const { outcome } = ending;
  if (!outcome.ok)
    return failure(memory.lost && memory.trouble ? memory.trouble : troubleOf(outcome.error, now, swallowed));
  const { stopReason, usage } = outcome.result;
  if (memory.lost || (agent.nullUsageFails && usage === null)) {
    const said = memory.aside || memory.lastWords || 'the agent lost the turn and does not say why';
    return failure(memory.trouble ?? troubleOfText(said, now));
  }
  const stopped = typeof stopReason === 'string' ? STOPPED[stopReason] : undefined;
  if (stopped) return failure({ message: stopped, fault: 'agent', until: null });
  return [{ type: 'turn-ended', status: 'completed', message: memory.lastWords }];
}

const interrupted = (message: string): AgentEvent => ({ type: 'turn-ended', status: 'interrupted', message });

function failure({ message, fault, until }: Trouble): readonly AgentEvent[] {
  const ended: AgentEvent = { type: 'turn-ended', status: 'failed', message, fault };
  return fault === 'limit' ? [{ type: 'limited', until, message }, ended] : [ended];
}
