import type { AgentEvent, Usage } from '@symphony/domain';
import { isAsk, readRequest } from '../../../src/agent/codex/asks.ts';
import { freshMemory } from '../../../src/agent/codex/memory.ts';
import { nameThread, translate } from '../../../src/agent/codex/translate.ts';
import { fieldsOf, readMessage } from '../../../src/agent/codex/wire.ts';
import type { Recorded } from './recordings.ts';

/** What the adapter makes of a stream, without any process. */
export function replay(
  recording: readonly Recorded[],
  { resume = null, spent = null }: { resume?: string | null; spent?: Usage | null } = {},
): AgentEvent[] {
  let memory = freshMemory('/repo', resume, spent);
  const events: AgentEvent[] = [];
  for (const { dir, msg } of recording) {
    const message = dir === '<' ? readMessage(JSON.stringify(msg)) : null;
    if (message?.kind === 'result' && 'thread' in message.result)
      memory = nameThread(memory, fieldsOf(message.result)).memory;
    if (message?.kind === 'request') {
      const read = readRequest(message, memory);
      if (isAsk(read)) events.push(...read.events);
    }
    if (message?.kind !== 'notification') continue;
    const translation = translate(memory, message, NOW);
    memory = translation.memory;
    events.push(...translation.events);
  }
  return events;
}

export const NOW = Date.UTC(2026, 10, 16, 12);

/** One line for each, without what differs from run to run. */
export function inShort(event: AgentEvent): string {
  switch (event.type) {
    case 'message':
      return `message ${event.text}`;
    case 'tool-started':
      return `tool-started ${event.name}: ${event.summary}`;
    case 'tool-ended':
      return `tool-ended ${event.ok}: ${event.summary}`;
    case 'usage':
      return `usage ${event.usage.inputTokens}/${event.usage.cachedTokens}/${event.usage.outputTokens}`;
    case 'permission':
      return `permission ${event.request.tool}: ${event.request.command}`;
    case 'retrying':
      return `retrying ${event.reason}`;
    case 'turn-ended':
      return `turn-ended ${event.status} ${event.fault ?? '-'}: ${event.message}`;
    case 'unrecognised':
      return `unrecognised ${event.text}`;
    default:
      return event.type;
  }
}
