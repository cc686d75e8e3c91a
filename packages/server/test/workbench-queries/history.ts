import type { LogEvent, TrackedItem } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';

/** Events as a conductor would have recorded them: long enough to measure on, the same every time. */

export const HASH = 'a'.repeat(40);

export interface Story {
  readonly item: string;
  readonly run: string;
  readonly attempt?: number;
  readonly player?: string;
  /** How much the agent talks. */
  readonly chatter?: number;
  readonly baseCommit?: string;
  readonly path?: string;
  readonly branch?: string;
  readonly head?: string;
}

export const opening = (items: readonly TrackedItem[]): LogEvent[] => [
  { type: 'conductor-started', instance: 'test', version: '0', pid: 1 },
  { type: 'settings-applied', settings: SETTINGS },
  ...items.map((tracked): LogEvent => ({ type: 'item-seen', item: tracked.id, tracked })),
];

/** From claimed to the end of its agent's work, proved. */
export function played(story: Story): LogEvent[] {
  const { item, run, attempt = 1, player = 'first', chatter = 0, head = HASH } = story;
  const { path = `/nowhere/${item}`, branch = `symphony/${item}`, baseCommit = HASH } = story;
  const chamber = { key: item, path, branch, baseCommit, ports: [], env: {} };
  const result = { command: 'check', exitCode: 0, timedOut: false, durationMs: 5, outputTail: `fine ${run}` };
  return [
    ...(attempt === 1 ? [moved(item, 'claim', 'open', 'queued')] : []),
    { type: 'run-started', item, run, attempt, player, reservedUsd: 0 },
    moved(item, 'dispatch', 'queued', 'preparing'),
    { type: 'chamber-prepared', item, run, chamber },
    moved(item, 'workspace_ready', 'preparing', 'running'),
    { type: 'turn-started', item, run, turn: 1, kind: 'first' },
    { type: 'agent-reported', item, run, event: { type: 'started', sessionId: run, process: null } },
    ...Array.from({ length: chatter }, (_, at): LogEvent => {
      const usage = { inputTokens: 100 * (at + 1), outputTokens: 10 * (at + 1), usd: 0.001 * (at + 1) };
      const event = at % 10 === 9 ? { type: 'usage' as const, usage } : said(at);
      return { type: 'agent-reported', item, run, event };
    }),
    { type: 'turn-ended', item, run, turn: 1, status: 'completed', message: 'done' },
    moved(item, 'turn_completed', 'running', 'running'),
    { type: 'run-ending', item, run, why: 'finished' },
    { type: 'proving-started', item, run, tree: HASH },
    {
      type: 'evidence-recorded',
      item,
      run,
      evidence: { tree: HASH, commit: head, results: [result], passed: true },
    },
    moved(item, 'agent_exited_with_commits', 'running', 'completed'),
    { type: 'run-ended', item, run, spend: spend(0.01 * (chatter + 1)) },
  ];
}

/** Handed off and landed alone. */
export function merged(item: string, commit = HASH, head = HASH): LogEvent[] {
  const attempt = `train-${item}`;
  const entry = { item, identifier: item, title: item, branch: `symphony/${item}`, head };
  return [
    moved(item, 'pr_created', 'completed', 'handed_off'),
    { type: 'handoff-made', item, ref: item, entry },
    { type: 'handoff-approved', item, by: 'test' },
    { type: 'train-departed', attempt, items: [item] },
    { type: 'train-landed', attempt, commit, items: [item] },
    { ...moved(item, 'pr_merged', 'handed_off', 'open', 'merged into main'), outcome: 'merged' },
  ];
}

type Moved = LogEvent & { type: 'item-moved' };

export const moved = (
  item: string,
  event: Moved['event'],
  from: Moved['from'],
  to: Moved['to'],
  reason = '',
): Moved => ({ type: 'item-moved', item, event, from, to, facts: {}, reason, outcome: null });

export const spend = (usd: number) => ({ inputTokens: 100, outputTokens: 10, usd, unpriced: false });

/** About a quarter of a kilobyte, as agents' words are. */
const said = (at: number) => ({
  type: 'message' as const,
  text: `Step ${at}: ${'looking at the next file and thinking about it; '.repeat(5)}`,
});

/** `items` items, each played and merged, until there are `entries`. */
export function* longHistory(items: number, entries: number): Generator<LogEvent[]> {
  const tracked = Array.from({ length: items }, (_, at) =>
    trackedItem(`S-${at + 1}`, { description: 'What is to be done. '.repeat(20), createdAt: at }),
  );
  yield opening(tracked);
  const chatter = Math.max(0, Math.floor((entries - items) / items) - 24);
  for (const { id } of tracked) yield [...played({ item: id, run: `run-${id}`, chatter }), ...merged(id)];
}
