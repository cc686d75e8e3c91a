import type { TurnFault } from '@symphony/domain';
import { type Fields, fieldsOf, numberOf, textOf } from './wire.ts';

/** A failure as codex tells it, in `error` and in a turn that failed. */
export interface CodexFailure {
  readonly message: string;
  readonly fault: TurnFault;
}

const BY_NAME: Readonly<Record<string, TurnFault>> = {
  unauthorized: 'auth',
  usageLimitExceeded: 'limit',
  rateLimitExceeded: 'limit',
  sessionBudgetExceeded: 'limit',
  internalServerError: 'provider',
  serverOverloaded: 'provider',
  flexUnavailable: 'provider',
  policyCapacityUnavailable: 'provider',
};

export function readFailure(error: Fields): CodexFailure {
  const details = textOf(error.additionalDetails);
  const said = textOf(error.message) ?? 'codex did not say why';
  const message = details === null ? said : `${said}: ${details}`;
  return { message, fault: faultOf(error.codexErrorInfo, message) };
}

/** `codexErrorInfo` is a name, or one name with the status the provider answered. */
function faultOf(info: unknown, message: string): TurnFault {
  const named = textOf(info);
  if (named !== null && named !== 'other') return BY_NAME[named] ?? 'agent';
  if (named === null)
    for (const inner of Object.values(fieldsOf(info)))
      return ofStatus(numberOf(fieldsOf(inner).httpStatusCode));
  // Codex has no name for these: only its sentence tells them apart.
  if (/Missing environment variable/.test(message)) return 'auth';
  return /stream disconnected|timeout|error sending request/i.test(message) ? 'provider' : 'agent';
}

function ofStatus(status: number | null): TurnFault {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'limit';
  return status !== null && status >= 400 && status < 500 ? 'agent' : 'provider';
}
