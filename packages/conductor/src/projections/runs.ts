import {
  describeFailure,
  type Entry,
  type Evidence,
  type LogEvent,
  NO_SPEND,
  type RunId,
  type RunRecord,
  type Spend,
} from '@symphony/domain';
import { FINISHED } from '../state.ts';

/**
 * What the log says of one item's runs. What agents said is not looked at: it is nearly all of a log,
 * and what a run has spent so far the state knows.
 */
export const RUN_TYPES = [
  'run-started',
  'turn-started',
  'item-moved',
  'run-ending',
  'evidence-recorded',
  'run-ended',
] as const satisfies readonly LogEvent['type'][];

export interface RunHistory {
  /** Oldest first. */
  readonly runs: readonly RunRecord[];
  /** The last proof with its output; the state keeps only the verdict. */
  readonly evidence: Evidence | null;
}

/** A run that goes on, as the state has it. */
export interface CurrentRun {
  readonly id: RunId;
  readonly spend: Spend;
}

/** A run while it is being read, with what may turn out to be why it ended. */
interface OpenRun {
  record: RunRecord;
  /** Why the item was moved away from it. */
  reason: string;
  /** Why its agent was told to end. */
  why: string;
  proof: Evidence | null;
}

/** `entries` are one item's, oldest first; others than `RUN_TYPES` change nothing. */
export function runHistory(entries: Iterable<Entry>, current: CurrentRun | null): RunHistory {
  const runs = new Map<RunId, OpenRun>();
  let last: OpenRun | null = null;
  let evidence: Evidence | null = null;
  for (const { event, at } of entries) {
    if (event.type === 'run-started') {
      const { run: id, attempt, player } = event;
      const spend = current?.id === id ? current.spend : NO_SPEND;
      const record = { id, attempt, player, startedAt: at, endedAt: null, turns: 0, spend, end: '' };
      last = { record, reason: '', why: '', proof: null };
      runs.set(id, last);
    }
    if (event.type === 'evidence-recorded') evidence = event.evidence;
    const run = 'run' in event && event.run !== null ? runs.get(event.run) : last;
    if (run) follow(run, event, at);
  }
  return { runs: [...runs.values()].map(({ record }) => record), evidence };
}

function follow(run: OpenRun, event: LogEvent, at: number): void {
  const { record } = run;
  switch (event.type) {
    case 'turn-started':
      // A turn is begun again after a restart; and what ended the agent before has been overcome.
      run.record = { ...record, turns: Math.max(record.turns, event.turn) };
      run.why = '';
      break;
    case 'item-moved':
      if (record.endedAt === null && ENDS.has(event.event) && event.reason !== '') run.reason = event.reason;
      break;
    case 'run-ending':
      run.why = event.why;
      break;
    case 'evidence-recorded':
      run.proof = event.evidence;
      break;
    case 'run-ended':
      run.record = { ...record, endedAt: at, spend: event.spend, end: clip(endOf(run)) };
      break;
    default:
      break;
  }
}

/** The moves that take an item from its run; a pause does not. */
const ENDS: ReadonlySet<string> = new Set([
  'error',
  'cancelled',
  'stall_detected',
  'budget_exceeded',
  'agent_exited_no_commits',
]);

function endOf({ reason, why, proof }: OpenRun): string {
  if (reason !== '') return reason;
  if (proof && !proof.passed) return describeFailure(proof);
  if (proof)
    return proof.results.length === 0 ? 'finished, with nothing to check' : 'finished, its checks passed';
  return why === FINISHED || why === '' ? 'finished' : why;
}

const MOST = 300;

/** Reports begin with what happened; what follows is in the log. */
function clip(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
}
