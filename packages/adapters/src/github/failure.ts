import { RequestError } from '@octokit/request-error';
import { type Failure, PortError } from '@symphony/domain';
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

function ofTrouble({ kind, message, retryAfterMs }: Trouble, asked: string): Failure {
  const about = `${asked}: ${message}`;
  switch (kind) {
    case 'timeout':
      return { code: 'timeout', family: 'tracker_request', message: `GitHub is too slow for ${about}.` };
    case 'unreachable':
      return {
        code: 'unavailable',
        family: 'tracker_request',
        message: `GitHub cannot be reached for ${about}.`,
        nextStep: 'Look at the network and at the endpoint; it is tried again at the next poll.',
      };
    case 'truncated':
      return {
        code: 'unavailable',
        family: 'tracker_response',
        message: `GitHub's answer to ${about}.`,
        nextStep: 'It is tried again at the next poll; a proxy on the way may cut answers.',
      };
    case 'too-large':
      return {
        code: 'invalid',
        family: 'tracker_response',
        message: `GitHub's answer to ${about}.`,
        nextStep: 'Narrow what is read, with labels or fewer repositories.',
      };
    case 'resting':
      return limited('primary', retryAfterMs ?? 60_000);
    case 'foreign':
      return {
        code: 'refused',
        family: 'tracker_pagination',
        message: `GitHub's answer to ${about}; nothing is sent there.`,
        nextStep: 'Look whether the endpoint is the right one.',
      };
    case 'circular':
      return {
        code: 'invalid',
        family: 'tracker_pagination',
        message: `GitHub's pages of ${about}.`,
        nextStep: 'It is tried again at the next poll; narrow what is read if it stays so.',
      };
  }
}

function ofStatus(status: number, headers: Headers, words: string, asked: string, now: number): Failure {
  const reached = limitReached(status, headers, words, now);
  if (reached) return limited(reached.kind, reached.retryAfterMs);
  const told = (message: string): Pick<Failure, 'family' | 'message'> => ({
    family: 'tracker_status',
    message: `GitHub ${message} ${asked} (${status}): ${words}`,
  });
  if (status === 401)
    return {
      code: 'credentials',
      ...told('does not accept the credentials for'),
      nextStep: 'Renew the token, or look at the clock of this machine and the private key of the app.',
    };
  if (status === 403)
    return {
      code: 'refused',
      ...told('does not allow'),
      nextStep: 'Give the token the scopes `symphony doctor` names.',
    };
  if (status === 404 || status === 410)
    return {
      code: 'missing',
      ...told('does not show'),
      nextStep: 'Look whether it is there and whether the token may see it.',
    };
  if (status === 409 || status === 412)
    return { code: 'conflict', ...told('says somebody else was first with') };
  if (status === 422)
    return { code: 'invalid', ...told('could not use what was asked with'), nextStep: 'Mend what it names.' };
  if (status >= 500)
    return { code: 'unavailable', ...told('failed at'), nextStep: 'It is tried again at the next poll.' };
  return { code: 'refused', ...told('refused') };
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
