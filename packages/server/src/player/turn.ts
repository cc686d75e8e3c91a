import type { FromPlayer } from '@symphony/adapters/agent/runtime';
import type { ModelFailure, ModelTrouble } from '@symphony/adapters/model';
import type { RuntimeResult, TurnFault } from '@symphony/domain';
import { cut } from './tool-words.ts';

const MESSAGE = 4_000;

const FAULTS: Readonly<Record<ModelTrouble, TurnFault>> = {
  key: 'auth',
  // No credit left: like a limit, it passes once somebody pays.
  quota: 'limit',
  limit: 'limit',
  request: 'agent',
  outage: 'provider',
  silence: 'provider',
  garbage: 'provider',
  flood: 'provider',
};

/** How a turn ended, as it is told: one line, or two when a limit was reached. */
export function endingOf(
  { conversation, error }: Pick<RuntimeResult, 'conversation' | 'error'>,
  turn: { readonly interrupted: boolean; readonly failure: ModelFailure | null; readonly now: number },
): readonly FromPlayer[] {
  if (turn.interrupted)
    return [{ type: 'turn-ended', status: 'interrupted', message: 'The turn was interrupted.' }];
  if (conversation.state === 'completed')
    return [{ type: 'turn-ended', status: 'completed', message: cut(conversation.finalResponse, MESSAGE) }];
  const { failure, now } = turn;
  const message = cut(failure?.message ?? error ?? 'It did not come to an end.', MESSAGE);
  const fault = failure ? FAULTS[failure.trouble] : 'agent';
  const ended: FromPlayer = { type: 'turn-ended', status: 'failed', message, fault };
  if (fault !== 'limit') return [ended];
  const wait = failure?.failure.retryAfterMs;
  return [{ type: 'limited', until: wait === undefined ? null : now + wait, message }, ended];
}
