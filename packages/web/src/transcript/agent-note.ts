import type { AgentEvent } from '@symphony/domain';
import { agentWords } from '@symphony/protocol/words';
import type { Note } from './block.ts';

/** What an agent's program had to tell besides its words and deeds; null for what is told elsewhere. */
export function agentNote(event: AgentEvent): Note | null {
  switch (event.type) {
    case 'started':
    case 'unrecognised':
      return { text: agentWords(event), tone: 'dim' };
    case 'limited':
    case 'retrying':
    case 'contained':
      return { text: agentWords(event), tone: 'warn' };
    case 'exited':
      return endedWell(event) ? null : { text: agentWords(event), tone: 'warn' };
    // Told by the conductor: the question in the inbox, the verdict, the end of the turn.
    case 'permission':
    case 'question':
    case 'withdrawn':
    case 'turn-ended':
    // Agents repeat them at every turn, and nothing is refused yet.
    case 'limits':
    // Have blocks of their own.
    case 'message':
    case 'thought':
    case 'tool-started':
    case 'tool-ended':
    case 'plan':
    case 'usage':
      return null;
  }
}

/** With code 0, or by the signal the conductor ends finished agents with. */
const endedWell = (event: { readonly code: number | null; readonly signal: string | null }): boolean =>
  event.code === 0 || event.signal === 'SIGTERM';
