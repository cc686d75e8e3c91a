import {
  addSpend,
  type Entry,
  type FlowState,
  type Instant,
  type ItemId,
  type LogEvent,
  type LogEventOf,
  NO_SPEND,
  type RunId,
  type Spend,
} from '@symphony/domain';
import { workIdOf } from '../melody/melody-run.ts';

/**
 * How runs ended, one record each, so that every number is exact for whatever time is asked for.
 *
 * A run is counted when its `run-ended` is recorded, at that time and on that UTC day, for the player
 * who played it; it lasted from `run-started` until then and cost what `run-ended` says.
 * - succeeded: its checks passed and the item was merged before another run of it ended. While the work
 *   waits to be merged it counts as `other`, so a number of an earlier day may still change.
 * - failed: a failure that counts as a retry or uses the last one up, or work that the merge train sent
 *   back because it fails together with the target.
 * - other: stopped, handed to a person, interrupted by a limit or a lost slot, sent back for a conflict.
 *
 * A melody's run is counted when its flow is over: completed, failed, or (other) cancelled. One that is
 * taken up again counts once, by its last end. It cost what the runs of its agent nodes cost; these are
 * counted for their players too, so the melodies' rows are another cut and not added to the totals.
 */
export interface Ledger {
  readonly runs: EndedRun[];
  readonly melodies: EndedRun[];
  readonly playing: Map<RunId, OpenRun>;
  /** The run an item has now. */
  readonly runOf: Map<ItemId, RunId>;
  /** Runs whose work waits to be merged. */
  readonly offered: Map<ItemId, EndedRun>;
  readonly melodyRuns: Map<RunId, MelodyRecord>;
  /** Which melody an item works for. */
  readonly melodyOf: Map<ItemId, RunId>;
}

export type Verdict = 'succeeded' | 'failed' | 'other';

export interface EndedRun {
  /** Of its player or its melody. */
  readonly name: string;
  readonly startedAt: Instant;
  endedAt: Instant;
  verdict: Verdict;
  spend: Spend;
}

interface OpenRun {
  readonly player: string;
  readonly startedAt: Instant;
  /** `stumbled`: it failed or met a limit; which of the two the next entry of its item says. */
  verdict: Verdict | 'offered' | 'stumbled' | null;
}

interface MelodyRecord {
  readonly name: string;
  readonly startedAt: Instant;
  spend: Spend;
  /** Among the ended ones, once it is. */
  ended: EndedRun | null;
}

/** All that the ledger is made from. */
export const STATS_TYPES = [
  'run-started',
  'item-moved',
  'retry-scheduled',
  'handoff-returned',
  'run-ended',
  'melody-started',
  'flow-changed',
] as const satisfies readonly LogEvent['type'][];

export const emptyLedger = (): Ledger => ({
  runs: [],
  melodies: [],
  playing: new Map(),
  runOf: new Map(),
  offered: new Map(),
  melodyRuns: new Map(),
  melodyOf: new Map(),
});

export function foldStats(ledger: Ledger, { event, at }: Entry): void {
  switch (event.type) {
    case 'run-started':
      ledger.playing.set(event.run, { player: event.player, startedAt: at, verdict: null });
      ledger.runOf.set(event.item, event.run);
      break;
    case 'item-moved':
      judgeMove(ledger, event);
      break;
    case 'retry-scheduled': {
      const run = openRun(ledger, event.item);
      if (run?.verdict === 'stumbled') run.verdict = event.sameAttempt ? 'other' : 'failed';
      break;
    }
    case 'handoff-returned': {
      const run = ledger.offered.get(event.item);
      if (run && event.why === 'failed-on-target') run.verdict = 'failed';
      ledger.offered.delete(event.item);
      break;
    }
    case 'run-ended':
      endRun(ledger, event, at);
      break;
    case 'melody-started': {
      const { name } = event.melody;
      ledger.melodyRuns.set(event.run, { name, startedAt: at, spend: NO_SPEND, ended: null });
      break;
    }
    case 'flow-changed':
      followFlow(ledger, event, at);
      break;
    default:
      break;
  }
}

const openRun = ({ playing, runOf }: Ledger, item: ItemId): OpenRun | undefined =>
  playing.get(runOf.get(item) ?? '');

function judgeMove(ledger: Ledger, { item, event, from, to, outcome }: LogEventOf<'item-moved'>): void {
  const run = openRun(ledger, item);
  if (run?.verdict === null) {
    if (to === 'failed') run.verdict = 'failed';
    else if (to === 'queued' && event === 'error') run.verdict = 'stumbled';
    else if (to === 'completed') run.verdict = 'offered';
    else if (to === 'open' || to === 'needs_human') run.verdict = 'other';
  }
  if (from !== 'handed_off' && (from !== 'completed' || to === 'handed_off')) return;
  const waiting = ledger.offered.get(item);
  if (waiting && outcome === 'merged') waiting.verdict = 'succeeded';
  ledger.offered.delete(item);
}

function endRun(ledger: Ledger, { item, run: id, spend }: LogEventOf<'run-ended'>, at: Instant): void {
  const run = ledger.playing.get(id);
  if (!run) return;
  const { player: name, startedAt } = run;
  const offered = run.verdict === 'offered';
  const verdict = run.verdict === 'failed' || run.verdict === 'stumbled' ? 'failed' : 'other';
  const ended: EndedRun = { name, startedAt, endedAt: at, verdict, spend };
  ledger.runs.push(ended);
  if (offered) ledger.offered.set(item, ended);
  ledger.playing.delete(id);
  if (ledger.runOf.get(item) === id) ledger.runOf.delete(item);
  payFor(ledger.melodyRuns.get(ledger.melodyOf.get(item) ?? ''), spend);
}

/** The last run of a node may be recorded as ended after the melody is over. */
function payFor(melody: MelodyRecord | undefined, spend: Spend): void {
  if (!melody) return;
  melody.spend = addSpend(melody.spend, spend);
  if (melody.ended) melody.ended.spend = melody.spend;
}

const ENDS: Readonly<Partial<Record<FlowState, Verdict>>> = {
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'other',
};

function followFlow(ledger: Ledger, { run, change }: LogEventOf<'flow-changed'>, at: Instant): void {
  const melody = ledger.melodyRuns.get(run);
  if (!melody) return;
  if (change.kind === 'node' && change.to === 'running')
    // Of other nodes than agents' no item has that id, so nothing is ever found by it.
    ledger.melodyOf.set(workIdOf({ run, node: change.node, attempt: change.attempt }), run);
  const verdict = change.kind === 'flow' ? ENDS[change.to] : undefined;
  if (verdict === undefined) return;
  const { name, startedAt, spend } = melody;
  if (melody.ended) Object.assign(melody.ended, { endedAt: at, verdict });
  else {
    melody.ended = { name, startedAt, endedAt: at, verdict, spend };
    ledger.melodies.push(melody.ended);
  }
}
