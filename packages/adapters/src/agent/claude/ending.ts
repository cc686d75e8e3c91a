import type { AgentEvent, TurnFault } from '@symphony/domain';
import { type Fields, textOf } from './wire.ts';

/** How a turn ended, read from its `result`: `subtype` says `success` even after a failed model call. */
export type Ending = Extract<AgentEvent, { type: 'turn-ended' }>;

/** Reasons to stop that are not failures; others are, as far as they are known. */
const ENDED_WELL: ReadonlySet<unknown> = new Set([
  undefined, // not told by older versions
  'completed',
  'stop_hook_prevented',
  'hook_stopped',
  'tool_deferred',
  'background_requested',
]);

const ABORTED: ReadonlySet<unknown> = new Set(['aborted_streaming', 'aborted_tools']);

export interface EndingContext {
  /** We asked for the turn to be ended. */
  readonly interrupted: boolean;
  /** What the last failed model call was called: `authentication_failed`, `rate_limit` … */
  readonly lastError: string | null;
}

export function readEnding(result: Fields, context: EndingContext): Ending {
  const { is_error, subtype, terminal_reason } = result;
  if (context.interrupted && (ABORTED.has(terminal_reason) || subtype === 'error_during_execution'))
    return { type: 'turn-ended', status: 'interrupted', message: 'The turn was interrupted.' };
  if (is_error !== true && subtype === 'success' && ENDED_WELL.has(terminal_reason))
    return { type: 'turn-ended', status: 'completed', message: lastWords(result) };
  return {
    type: 'turn-ended',
    status: 'failed',
    message:
      lastWords(result) || `Claude Code ended the turn: ${textOf(terminal_reason) ?? String(subtype)}.`,
    fault: faultOf(result, context.lastError),
  };
}

function lastWords({ result, errors }: Fields): string {
  const said = textOf(result);
  if (said !== null && said !== '') return said;
  const told = Array.isArray(errors) ? errors.filter((each) => typeof each === 'string') : [];
  // Notes of its makers to themselves.
  return told.filter((each) => !each.startsWith('[ede_diagnostic]')).join('\n');
}

const FAULT_BY_ERROR: Readonly<Record<string, TurnFault>> = {
  authentication_failed: 'auth',
  oauth_org_not_allowed: 'auth',
  rate_limit: 'limit',
  // No credit left: like a limit, it passes once somebody pays.
  billing_error: 'limit',
  overloaded: 'provider',
  server_error: 'provider',
  unknown: 'provider',
  invalid_request: 'agent',
  model_not_found: 'agent',
  max_output_tokens: 'agent',
};

function faultOf({ api_error_status: status, terminal_reason }: Fields, lastError: string | null): TurnFault {
  const named = lastError === null ? undefined : FAULT_BY_ERROR[lastError];
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'limit';
  if (named) return named;
  if (typeof status === 'number') return status >= 500 ? 'provider' : 'agent';
  return terminal_reason === 'api_error' || terminal_reason === 'model_error' ? 'provider' : 'agent';
}
