import type { JournalEntry } from '@symphony/domain';
import { type Latency, type SessionSeen, sessionSeen, Tally } from './tally.ts';

/** What the runtime did, counted from what was recorded (R16): the command line and the workbench show this. */
export type RuntimeStats = {
  readonly sessions: {
    readonly count: number;
    readonly succeeded: number;
    readonly failed: number;
    /** Without an end: they run, or were cut off. */
    readonly open: number;
    readonly latency: Latency;
  };
  readonly tools: readonly ToolStats[];
  readonly routes: readonly RouteStats[];
  readonly models: readonly ModelStats[];
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number };
  /** US dollars, as far as prices are known. */
  readonly cost: number;
  readonly unpricedCalls: number;
  /** Of the sessions that were routed, those that one role answered to the end. */
  readonly fastPathShare: number;
  /** Of the sessions that were routed, those a learned pattern routed. */
  readonly patternShare: number;
  /** Begun fast, ended in a plan. */
  readonly escalations: number;
  readonly plans: number;
  readonly replans: number;
  readonly reflections: number;
  readonly lessons: number;
};

export type ToolStats = {
  readonly tool: string;
  readonly calls: number;
  readonly succeeded: number;
  readonly successRate: number;
  readonly latency: Latency;
  /** The sentences it failed with, most frequent first, at most five. */
  readonly failures: readonly { readonly error: string; readonly count: number }[];
};

export type RouteStats = {
  readonly route: string;
  readonly sessions: number;
  readonly succeeded: number;
  /** Of those that ended. */
  readonly successRate: number;
  readonly latency: Latency;
  readonly tokens: number;
  readonly cost: number;
  readonly escalations: number;
};

export type ModelStats = {
  readonly model: string;
  readonly calls: number;
  /** Those of which no try was answered. */
  readonly failed: number;
  /** Calls that took more than one try. */
  readonly retried: number;
  readonly latency: Latency;
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number };
  readonly cost: number;
  readonly unpricedCalls: number;
  readonly purposes: Readonly<Record<string, number>>;
};

export function runtimeStats(entries: Iterable<JournalEntry>): RuntimeStats {
  const seen = new Map<string, SessionSeen>();
  const tally = new Tally();
  for (const entry of entries) {
    let session = seen.get(entry.session);
    if (!session) {
      session = sessionSeen();
      seen.set(entry.session, session);
    }
    tally.hear(entry, session);
  }
  return tally.read([...seen.values()]);
}
