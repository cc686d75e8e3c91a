import type { ConversationRecord, ConversationState, ConversationTurn, JournalEntry } from '@symphony/domain';

/** One request as JSON export writes it (R14), read back from what was recorded. */
export function conversationOf(session: string, entries: readonly JournalEntry[]): ConversationRecord {
  const turns: ConversationTurn[] = [];
  let originalTask = '';
  let finalResponse = '';
  let state: ConversationState = 'initiated';
  for (const { event } of entries) {
    if (event.type === 'began') originalTask = event.task;
    else if (event.type === 'turn') turns.push(event.turn);
    else if (event.type === 'state') state = event.to;
    else if (event.type === 'ended') {
      finalResponse = event.outcome.answer;
      if (!event.outcome.success) state = 'error';
    }
  }
  return {
    id: session,
    originalTask,
    turns,
    finalResponse,
    reasoningChain: turns
      .filter(({ role, metadata }) => role === 'assistant' && metadata?.toolUsed !== undefined)
      .map(({ metadata, content }) => `Used tool ${metadata?.toolUsed} to: ${content}`),
    duration: (entries.at(-1)?.at ?? 0) - (entries[0]?.at ?? 0),
    state,
  };
}
