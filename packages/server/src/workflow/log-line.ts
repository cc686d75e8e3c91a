import type { Entry, LogEvent } from '@symphony/domain';
import { agentWords } from './agent-words.ts';

/** What a line says of the issue and the agent's session, where the entry is about one. */
export interface LineContext {
  readonly issueId: string | null;
  readonly issueIdentifier: string | null;
  readonly sessionId: string | null;
}

const LONGEST = 300;
/** What agents say is in the log of events; a line tells only how they begin and end. */
const TOLD_OF_AGENTS: ReadonlySet<string> = new Set(['started', 'turn-ended', 'limited', 'exited']);

/** One line of `key=value` pairs in an order that never changes (svc-B1); null: nothing is told. */
export function logLine(
  { at, event }: Entry,
  { issueId, issueIdentifier, sessionId }: LineContext,
): string | null {
  const said = event.type === 'agent-reported' ? event.event : null;
  const words = agentWords(event, sessionId !== null);
  if (said !== null && words === null && !TOLD_OF_AGENTS.has(said.type)) return null;
  const failed = isFailure(event) || words?.error !== undefined;
  const pairs: readonly (readonly [string, string | number | null])[] = [
    ['level', failed ? 'error' : 'info'],
    ['event', said === null ? event.type : `agent-${said.type}`],
    ['issue_id', issueId],
    ['issue_identifier', issueIdentifier],
    ['session_id', sessionId],
    ['agent_event', words?.event ?? null],
    ['codex_app_server_pid', said?.type === 'started' ? (said.process?.pid ?? null) : null],
    ['outcome', outcomeOf(event)],
    ['error', words?.error ?? (event.type === 'tracker-failed' ? (event.family ?? null) : null)],
    ['reason', reasonOf(said ?? event)],
  ];
  const shown = pairs.flatMap(([key, value]) =>
    value === null || value === '' ? [] : [`${key}=${quoted(value)}`],
  );
  return `${new Date(at).toISOString()} ${shown.join(' ')}`;
}

const FAILURES: ReadonlySet<string> = new Set(['settings-rejected', 'tracker-failed', 'chamber-kept']);

const isFailure = (event: LogEvent): boolean =>
  FAILURES.has(event.type) || (event.type === 'item-moved' && event.event === 'error');

const outcomeOf = (event: LogEvent): string | null =>
  event.type === 'item-moved' ? event.to : event.type === 'turn-ended' ? event.status : null;

/** The first of these that is there: no raw payload is ever told. */
function reasonOf(said: object): string | null {
  const fields = said as Readonly<Record<string, unknown>>;
  const found = [fields.reason, fields.error, fields.message, fields.why].find(
    (each) => typeof each === 'string' && each !== '',
  );
  return typeof found === 'string' ? found : null;
}

function quoted(value: string | number): string {
  const text = String(value).replaceAll(/\s+/g, ' ').trim();
  const short = text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
  return /^[^\s"=]+$/.test(short) ? short : JSON.stringify(short);
}
