import { type Failure, PortError } from '@symphony/domain';

/** Linear's refusals as failures of ours (svc-T5). Nothing here ever sees the key. */

export const unusable = (message: string): PortError =>
  new PortError({ code: 'invalid', family: 'tracker_response', message });

export const badPages = (message: string): PortError =>
  new PortError({
    code: 'invalid',
    family: 'tracker_pagination',
    message: `Linear's pages cannot be followed: ${message}.`,
    nextStep: 'It is tried again at the next poll; narrow what is read, by a project, if it stays so.',
  });

export const notThere = (what: string): PortError =>
  new PortError({
    code: 'missing',
    message: `There is no ${what} in Linear that this key can see.`,
    nextStep: 'Check the name, and whether the owner of the key is a member of the team.',
  });

export interface Complaint {
  readonly message: string;
  readonly code: string;
}

export const isLimit = (status: number, complaints: readonly Complaint[]): boolean =>
  status === 429 || complaints.some(({ code }) => code === 'RATELIMITED');

export const limited = (retryAfterMs: number): PortError =>
  new PortError({
    code: 'unavailable',
    family: 'tracker_rate_limited',
    message: `Linear's hourly limit for this key is reached; it is over in ${Math.ceil(retryAfterMs / 1_000)} s.`,
    nextStep: 'Wait, poll less often (polling.interval), or let Linear tell of changes by a webhook.',
    retryAfterMs,
  });

/** What an answer says that is no success. */
export function refusal(status: number, complaints: readonly Complaint[]): PortError {
  const is = (...codes: readonly string[]) => complaints.some(({ code }) => codes.includes(code));
  const words = complaints[0]?.message ?? `status ${status}`;
  const told = (failure: Omit<Failure, 'family'>): PortError =>
    new PortError({ family: 'tracker_status', ...failure });
  if (status === 401 || is('AUTHENTICATION_ERROR'))
    return told({
      code: 'credentials',
      message: 'Linear does not accept the key.',
      nextStep: "Make a new key in Linear's settings (Security & access) and put it into the variable.",
    });
  if (status === 403 || is('FORBIDDEN'))
    return told({
      code: 'refused',
      message: `Linear does not allow it: ${words}.`,
      nextStep: 'Let the key read and write, and its owner be a member of the team.',
    });
  if (status >= 500 || is('INTERNAL_SERVER_ERROR', 'LOCK_TIMEOUT'))
    return told({
      code: 'unavailable',
      message: `Linear failed: ${words}.`,
      nextStep: 'It is tried again at the next poll.',
    });
  if (complaints.length > 0)
    return new PortError({
      code: is('INPUT_ERROR', 'USER_ERROR') ? 'refused' : 'invalid',
      family: 'tracker_response',
      message: `Linear refuses what was asked: ${words}.`,
      nextStep: 'Look whether the names in tracker.provider and the states are right.',
    });
  return told({
    code: status === 404 ? 'missing' : 'refused',
    message: `Linear answers with status ${status}.`,
    nextStep: 'Look whether tracker.provider.endpoint is right.',
  });
}

/** The GraphQL errors of a body, in a form that can be decided on. */
export function complaintsIn(errors: unknown): readonly Complaint[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error: unknown) => {
    const { message, extensions } = looseOf(error);
    const { code, type, userPresentableMessage } = looseOf(extensions);
    return { message: briefly(userPresentableMessage ?? message), code: codeOf(code, type) };
  });
}

/** Some answers tell the kind by `type` alone, in words. */
const CODES: Readonly<Record<string, string>> = {
  ratelimited: 'RATELIMITED',
  'authentication error': 'AUTHENTICATION_ERROR',
  forbidden: 'FORBIDDEN',
  'internal error': 'INTERNAL_SERVER_ERROR',
  'lock timeout': 'LOCK_TIMEOUT',
  'invalid input': 'INPUT_ERROR',
  'user error': 'USER_ERROR',
};

const codeOf = (code: unknown, type: unknown): string =>
  typeof code === 'string' ? code : (CODES[typeof type === 'string' ? type.toLowerCase() : ''] ?? '');

const briefly = (words: unknown): string => {
  const line = typeof words === 'string' ? (words.split('\n', 1)[0]?.trim().replace(/\.$/, '') ?? '') : '';
  return line === '' ? 'no reason was given' : line.slice(0, 300);
};

const looseOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
