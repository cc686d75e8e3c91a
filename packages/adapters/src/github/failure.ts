import { RequestError } from '@octokit/request-error';
import { type Failure, PortError, type TrackerFamily } from '@symphony/domain';
import { type Headers, limitReached } from './limit.ts';
import { type Trouble, troubleIn } from './trouble.ts';

/**
 * GitHub's refusals as failures of ours (svc-T5). Messages are built from the route and from
 * GitHub's own message; request headers, bodies and causes stay behind, for they hold the token.
 */
export function failureFrom(error: unknown, asked: string, now: number): PortError {
  if (error instanceof PortError) return error;
  const trouble = troubleIn(error);
  if (trouble) return new PortError(ofTrouble(trouble, asked));
  if (error instanceof RequestError) {
    const headers = (error.response?.headers ?? {}) as Headers;
    return new PortError(ofStatus(error.status, headers, briefly(error.message), asked, now));
  }
  const words = error instanceof Error ? briefly(error.message) : 'something unknown';
  return new PortError({
    code: 'internal',
    family: 'tracker_request',
    message: `GitHub could not be asked for ${asked}: ${words}`,
  });
}

/** Errors inside a GraphQL answer: GitHub answers 200 and says them in the body. */
export function failureOfErrors(
  errors: readonly { readonly type?: string; readonly message?: string }[],
  headers: Headers,
  asked: string,
  now: number,
): PortError {
  const types = errors.map(({ type }) => type ?? '');
  const words = briefly(errors[0]?.message ?? 'no reason');
  if (types.some((type) => /RATE_LIMIT/i.test(type))) {
    const reached = limitReached(200, headers, words, now) ?? { kind: 'primary', retryAfterMs: 60_000 };
    return new PortError(limited(reached.kind, reached.retryAfterMs));
  }
  if (types.includes('NOT_FOUND')) return new PortError(ofStatus(404, headers, words, asked, now));
  if (types.some((type) => type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES'))
    return new PortError(ofStatus(403, {}, words, asked, now));
  return new PortError({
    code: 'invalid',
    family: 'tracker_response',
    message: `GitHub could not answer ${asked}: ${words}`,
    nextStep: 'Look whether the names in `tracker.provider` are right.',
  });
}

type Telling = Pick<Failure, 'code' | 'nextStep'> & {
  /** Followed by what was asked for. */
  readonly says: string;
};

/** By what went wrong on the way. */
const TROUBLES: Readonly<
  Record<
    Exclude<Trouble['kind'], 'resting'>,
    Telling & { readonly family: TrackerFamily; readonly ends?: string }
  >
> = {
  timeout: { code: 'timeout', family: 'tracker_request', says: 'GitHub is too slow for' },
  unreachable: {
    code: 'unavailable',
    family: 'tracker_request',
    says: 'GitHub cannot be reached for',
    nextStep: 'Look at the network and at the endpoint; it is tried again at the next poll.',
  },
  truncated: {
    code: 'unavailable',
    family: 'tracker_response',
    says: "GitHub's answer to",
    nextStep: 'It is tried again at the next poll; a proxy on the way may cut answers.',
  },
  'too-large': {
    code: 'invalid',
    family: 'tracker_response',
    says: "GitHub's answer to",
    nextStep: 'Narrow what is read, with labels or fewer repositories.',
  },
  foreign: {
    code: 'refused',
    family: 'tracker_pagination',
    says: "GitHub's answer to",
    ends: '; nothing is sent there',
    nextStep: 'Look whether the endpoint is the right one.',
  },
  circular: {
    code: 'invalid',
    family: 'tracker_pagination',
    says: "GitHub's pages of",
    nextStep: 'It is tried again at the next poll; narrow what is read if it stays so.',
  },
};

function ofTrouble({ kind, message, retryAfterMs }: Trouble, asked: string): Failure {
  if (kind === 'resting') return limited('primary', retryAfterMs ?? 60_000);
  const { says, ends = '', ...rest } = TROUBLES[kind];
  return { ...rest, message: `${says} ${asked}: ${message}${ends}.` };
}

/** By status, where one is told in words of its own. */
const STATUSES: Readonly<Record<number, Telling>> = {
  401: {
    code: 'credentials',
    says: 'does not accept the credentials for',
    nextStep: 'Renew the token, or look at the clock of this machine and the private key of the app.',
  },
  403: {
    code: 'refused',
    says: 'does not allow',
    nextStep: 'Give the token the scopes `symphony doctor` names.',
  },
  404: {
    code: 'missing',
    says: 'does not show',
    nextStep: 'Look whether it is there and whether the token may see it.',
  },
  409: { code: 'conflict', says: 'says somebody else was first with' },
  422: { code: 'invalid', says: 'could not use what was asked with', nextStep: 'Mend what it names.' },
};
const LIKE: Readonly<Record<number, number>> = { 410: 404, 412: 409 };
const FAULTY: Telling = {
  code: 'unavailable',
  says: 'failed at',
  nextStep: 'It is tried again at the next poll.',
};
const OTHER: Telling = { code: 'refused', says: 'refused' };

function ofStatus(status: number, headers: Headers, words: string, asked: string, now: number): Failure {
  const reached = limitReached(status, headers, words, now);
  if (reached) return limited(reached.kind, reached.retryAfterMs);
  const { says, ...rest } = STATUSES[LIKE[status] ?? status] ?? (status >= 500 ? FAULTY : OTHER);
  return { ...rest, family: 'tracker_status', message: `GitHub ${says} ${asked} (${status}): ${words}` };
}

const limited = (kind: 'primary' | 'secondary', retryAfterMs: number): Failure => ({
  code: 'unavailable',
  family: 'tracker_rate_limited',
  message: `GitHub's ${kind === 'primary' ? 'hourly' : 'secondary'} rate limit is reached; it is over in ${Math.ceil(retryAfterMs / 1000)} s.`,
  nextStep: 'Wait, poll less often (`polling.interval`), or use an app, which has a limit of its own.',
  retryAfterMs,
});

const briefly = (message: string): string => {
  const line = message.split('\n', 1)[0]?.trim() ?? '';
  return line.length > 300 ? `${line.slice(0, 299)}…` : line === '' ? 'no reason was given' : line;
};
