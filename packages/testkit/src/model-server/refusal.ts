import type { Fault } from './script.ts';

/** An error the provider answers with. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** When a limit ends, in seconds since 1970, where the provider says so. */
  readonly resetsAt: number | null;
  readonly retryAfterSeconds: number | null;
}

export interface Body {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

const AN_HOUR = 3600;

const refuse = (status: number, message: string, more: Partial<Refusal> = {}): Refusal => ({
  status,
  message,
  resetsAt: null,
  retryAfterSeconds: null,
  ...more,
});

/** Null for faults that are no answer at all. */
export function refusalOf(fault: Fault, nowSeconds: number): Refusal | null {
  switch (fault) {
    case 'err400':
      return refuse(400, 'The scripted server does not like this request.');
    case 'err401':
      return refuse(401, 'The scripted server does not know this key.');
    case 'err429':
    case 'once429':
      return refuse(429, 'The scripted server was asked too much.', { retryAfterSeconds: 1 });
    case 'err500':
    case 'once500':
      return refuse(500, 'The scripted server failed.');
    case 'err529':
      return refuse(529, 'The scripted server is overloaded.');
    case 'limit':
      return refuse(429, 'The usage limit has been reached.', {
        resetsAt: nowSeconds + AN_HOUR,
        retryAfterSeconds: AN_HOUR,
      });
    case 'slow':
    case 'silent':
    case 'never':
    case 'cut':
    case 'torn':
    case 'oncetorn':
    case 'half':
    case 'garbage':
    case 'page':
    case 'flood':
      return null;
  }
}

export const retryAfter = ({ retryAfterSeconds }: Refusal): Record<string, string> =>
  retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
