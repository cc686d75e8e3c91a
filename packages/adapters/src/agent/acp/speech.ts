import type { AgentEvent } from '@symphony/domain';
import { unrecognised } from '../program/index.ts';
import { followedBy, type Heard, type Memory, type Saying, type Setting, unchanged } from './memory.ts';
import { at, type Fields, textOf } from './wire.ts';

/** A message is told in parts beyond this, so that no event grows without bounds. */
const MESSAGE_LIMIT = 64_000;

/** Pieces of one text are put together; it is told when something else begins. */
export function hearText(memory: Memory, update: Fields, { agent }: Setting): Heard {
  const text = textOf(at(update, 'content', 'text')) ?? '';
  const messageId = textOf(update.messageId);
  const type = update.sessionUpdate === 'agent_thought_chunk' ? 'thought' : 'message';
  if (text === '') return unchanged(memory);
  const whose = type === 'thought' ? 'words' : agent.chunk(text, messageId);
  if (whose === 'nothing') return unchanged(memory);
  if (whose === 'aside')
    return { memory: { ...memory, aside: text.trim() }, events: [unrecognised(text.trim())] };
  const { saying } = memory;
  if (saying && saying.type === type && saying.messageId === messageId)
    return cutLong({ ...memory, saying: { ...saying, text: saying.text + text } });
  return followedBy(fullStop(memory), (silent) => cutLong({ ...silent, saying: { type, messageId, text } }));
}

/** Tells what was being said as a whole. */
export function fullStop(memory: Memory): Heard {
  const { saying } = memory;
  if (saying === null) return unchanged(memory);
  const silent = { ...memory, saying: null };
  if (saying.text.trim() === '') return unchanged(silent);
  const lastWords = saying.type === 'message' ? saying.text : memory.lastWords;
  return { memory: { ...silent, lastWords }, events: [eventOf(saying, saying.text)] };
}

function cutLong(memory: Memory): Heard {
  const events: AgentEvent[] = [];
  let { saying } = memory;
  while (saying !== null && saying.text.length > MESSAGE_LIMIT) {
    events.push(eventOf(saying, saying.text.slice(0, MESSAGE_LIMIT)));
    saying = { ...saying, text: saying.text.slice(MESSAGE_LIMIT) };
  }
  return { memory: { ...memory, saying }, events };
}

const eventOf = ({ type }: Saying, text: string): AgentEvent => ({ type, text });
