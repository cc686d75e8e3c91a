import type { Fault } from './fault.ts';
import { DOCS } from './route.ts';

interface Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const say = (status: number, message: string, headers?: Readonly<Record<string, string>>): Refusal => ({
  status,
  body: { message, documentation_url: DOCS },
  ...(headers ? { headers } : {}),
});

/** The faults that stand in for the whole answer; null: the answer is made and then spoilt. */
export function refusalOf(fault: Fault, serverNow: number): Refusal | null {
  switch (fault.kind) {
    case 'unauthorized':
      return say(401, 'Bad credentials');
    case 'forbidden':
      return say(403, 'Resource not accessible by personal access token');
    case 'missing':
      return say(404, 'Not Found');
    case 'unprocessable':
      return say(422, 'Validation Failed');
    case 'failing':
      return say(fault.status ?? 502, 'Server Error');
    case 'primary-limit':
      return say(403, 'API rate limit exceeded for user ID 1.', {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(serverNow / 1000) + fault.resetsInS),
      });
    case 'secondary-limit':
      return say(
        403,
        'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
        fault.retryAfterS === null ? {} : { 'retry-after': String(fault.retryAfterS) },
      );
    case 'hang-up':
    case 'slow':
    case 'truncated':
    case 'garbage':
    case 'duplicate-page':
    case 'cursor-loop':
    case 'clock-skew':
      return null;
  }
}
