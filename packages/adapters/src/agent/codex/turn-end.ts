import type { AgentEvent, Instant } from '@symphony/domain';
import { brief } from './brief.ts';
import { readFailure } from './faults.ts';
import { limitedUntil } from './limits.ts';
import type { Memory, Translation } from './memory.ts';
import { type Fields, fieldsOf, listOf, textOf } from './wire.ts';

/** There is no other end of a turn than this: one that failed is `completed` by name too. */
export function endTurn(memory: Memory, turn: Fields, now: Instant): Translation {
  const rest = [...memory.saying.values()].filter((text) => text !== '');
  const words: AgentEvent[] = rest.map((text) => ({ type: 'message', text }));
  const over: Memory = { ...memory, turn: null, saying: new Map(), givenUp: null };
  // A command may outlive a turn that went well; it ends later by itself.
  if (turn.status === 'completed')
    return {
      memory: over,
      events: [...words, { type: 'turn-ended', status: 'completed', message: lastWords(turn) }],
    };
  // In any other turn codex does not tell how its tools ended.
  const ends: AgentEvent[] = [...memory.tools.keys()].map((id) => ({
    type: 'tool-ended',
    id,
    ok: false,
    summary: 'ended with its turn',
  }));
  return {
    memory: { ...over, tools: new Map() },
    events: [...words, ...ends, ...badEnd(memory, turn, now)],
  };
}

function badEnd({ givenUp, windows }: Memory, turn: Fields, now: Instant): AgentEvent[] {
  if (turn.status === 'interrupted' && givenUp === null)
    return [{ type: 'turn-ended', status: 'interrupted', message: 'interrupted' }];
  const { message, fault } = givenUp ?? readFailure(fieldsOf(turn.error));
  const ended: AgentEvent = { type: 'turn-ended', status: 'failed', message: brief(message), fault };
  if (fault !== 'limit') return [ended];
  return [{ type: 'limited', until: limitedUntil(windows, message, now), message: brief(message) }, ended];
}

const lastWords = (turn: Fields): string =>
  brief(
    listOf(turn.items)
      .map(fieldsOf)
      .flatMap((item) => (item.type === 'agentMessage' ? (textOf(item.text) ?? []) : []))
      .at(-1) ?? '',
  );
