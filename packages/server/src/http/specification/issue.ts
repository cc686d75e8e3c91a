import { type Entry, type ItemView, isTroubled, normaliseName } from '@symphony/domain';
import { type NameOf, wordsOf } from '@symphony/protocol/words';
import type { Issue } from './shapes.ts';
import { iso, retryOf, sessionOf } from './state.ts';

/** By identifier in any case, or by id. */
export const findIssue = (items: readonly ItemView[], name: string): ItemView | null =>
  items.find(({ identifier }) => normaliseName(identifier) === normaliseName(name)) ??
  items.find(({ id }) => id === name) ??
  null;

export function issueOf(item: ItemView, entries: readonly Entry[], nameOf: NameOf): Issue {
  const retry = retryOf(item);
  return {
    issue_identifier: item.identifier,
    issue_id: item.id,
    status: item.run !== null ? 'running' : retry !== null ? 'retrying' : item.state,
    workspace: { path: item.chamber?.path ?? null },
    attempts: { restart_count: Math.max(0, item.attempt - 1), current_retry_attempt: retry?.attempt ?? 0 },
    running: item.run && sessionOf(item, item.run),
    retry,
    logs: { codex_session_logs: [] }, // what an agent said is kept as artifacts: see `/artifacts?item=`
    recent_events: entries.map(({ at, event }) => ({
      at: iso(at),
      event: event.type,
      message: wordsOf(event, nameOf),
    })),
    last_error: (retry !== null || isTroubled(item)) && item.reason !== '' ? item.reason : null,
    tracked: {
      title: item.title,
      state: item.trackerState,
      priority: item.priority,
      labels: item.labels,
      url: item.url,
    },
  };
}
