import type { AgentEvent, AgentFamily, LogEvent } from '@symphony/domain';

/** What the public service specification calls what is heard of an agent (svc-A5) and what went wrong with it (svc-A9). */
export interface AgentWords {
  readonly event: AgentEventName | null;
  readonly error?: AgentFamily | 'turn_failed' | 'turn_cancelled' | 'turn_input_required';
}

type AgentEventName =
  | 'session_started'
  | 'startup_failed'
  | 'turn_completed'
  | 'turn_failed'
  | 'turn_cancelled'
  | 'turn_ended_with_error'
  | 'turn_input_required'
  | 'approval_auto_approved'
  | 'unsupported_tool_call'
  | 'malformed';

/** A shell that does not find the command it is given ends with this. */
const NOT_FOUND = 127;

/** `named`: the session has its name. Null for what has no name of its own: a notification, one of many. */
export function agentWords(event: LogEvent, named: boolean): AgentWords | null {
  switch (event.type) {
    case 'agent-reported':
      return wordsOf(event.event, named);
    case 'question-asked':
      return { event: 'turn_input_required', error: 'turn_input_required' };
    case 'permission-judged':
      return event.verdict === 'allow' ? { event: 'approval_auto_approved' } : null;
    default:
      return null;
  }
}

function wordsOf(said: AgentEvent, named: boolean): AgentWords | null {
  switch (said.type) {
    case 'started':
      return said.sessionId === null ? null : { event: 'session_started' };
    case 'turn-ended':
      if (said.status === 'completed') return { event: 'turn_completed' };
      if (said.status === 'interrupted') return { event: 'turn_cancelled', error: 'turn_cancelled' };
      if (said.family === undefined) return { event: 'turn_failed', error: 'turn_failed' };
      return { event: named ? 'turn_ended_with_error' : 'startup_failed', error: said.family };
    case 'exited':
      if (said.code === 0) return null;
      return { event: null, error: said.code === NOT_FOUND ? 'codex_not_found' : 'port_exit' };
    case 'unrecognised':
      return said.as === undefined ? null : { event: said.as };
    default:
      return null;
  }
}
