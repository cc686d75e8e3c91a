import type { Instant, ItemView, RunView, Spend, StatusView } from '@symphony/domain';
import type { State } from './shapes.ts';

/** The status in the words of the public specification: an item that waits for its next try is retrying. */
export function stateOf(status: StatusView, secondsRunning: number): State {
  const running = status.items.flatMap((item) =>
    item.run === null ? [] : [{ ...issueOf(item), ...sessionOf(item, item.run) }],
  );
  const retrying = status.items.flatMap((item) => {
    const retry = retryOf(item);
    return retry === null ? [] : [{ ...issueOf(item), ...retry }];
  });
  return {
    generated_at: iso(status.at),
    counts: { running: running.length, retrying: retrying.length },
    running,
    retrying,
    codex_totals: { ...tokensOf(status.spend.total), seconds_running: secondsRunning },
    rate_limits: limitsOf(status),
  };
}

const issueOf = (item: ItemView) => ({
  issue_id: item.id,
  issue_identifier: item.identifier,
  issue_url: item.url,
});

/** Tokens are those of the item: an earlier attempt of it was paid for too. */
export const sessionOf = (item: ItemView, run: RunView) => ({
  // A thread of the agent and the turn in it (svc-D6); before it has one, the run.
  session_id: run.session === undefined ? run.id : `${run.session}-${run.turn}`,
  turn_count: run.turn,
  state: item.trackerState,
  started_at: iso(run.startedAt),
  last_event: run.phase,
  last_message: run.lastMessage,
  last_event_at: iso(run.lastEventAt),
  tokens: tokensOf(item.spend),
});

export const retryOf = ({ run, state, dueAt, retries, reason }: ItemView) =>
  run !== null || state !== 'queued' || dueAt === null
    ? null
    : { attempt: Math.max(1, retries), due_at: iso(dueAt), error: reason };

const tokensOf = ({ inputTokens, outputTokens }: Spend) => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

/** Which players their providers make wait; null when none does. */
function limitsOf(status: StatusView): State['rate_limits'] {
  const resting = status.players.flatMap(({ name, restingUntil }) =>
    restingUntil === null ? [] : [{ player: name, resting_until: iso(restingUntil) }],
  );
  return resting.length === 0 ? null : { resting };
}

export const iso = (at: Instant): string => new Date(at).toISOString();
