import type { TurnFault } from '@symphony/domain';
import { expect, test } from 'vitest';
import { resetTime, troubleOf } from '../../../src/agent/acp/fault.ts';

const NOW = 1_000_000;
const google = (code: number, message: string): string => JSON.stringify({ error: { code, message } });

const ERRORS: readonly (readonly [
  string,
  { code: number; message: string; data?: unknown },
  TurnFault,
  string,
])[] = [
  [
    'the protocol itself',
    { code: -32000, message: 'Authentication required' },
    'auth',
    'Authentication required',
  ],
  ['an HTTP status as code', { code: 429, message: google(429, 'slow down') }, 'limit', 'slow down'],
  ['a forbidden key', { code: 403, message: google(403, 'no access') }, 'auth', 'no access'],
  ['an outage', { code: 503, message: google(503, 'overloaded') }, 'provider', 'overloaded'],
  [
    'a kind',
    { code: -32603, message: 'Internal error: x', data: { errorKind: 'server_error' } },
    'provider',
    'x',
  ],
  [
    'a kind of Codex',
    {
      code: -32603,
      message: 'Internal error',
      data: { message: 'm', codex_error_info: 'usage_limit_exceeded' },
    },
    'limit',
    'm',
  ],
  [
    'words about a key',
    { code: -32603, message: 'Internal error: invalid x-api-key', data: { errorName: 'APIError' } },
    'auth',
    'invalid x-api-key',
  ],
  ['words about a rate', { code: -32603, message: 'Rate limit reached' }, 'limit', 'Rate limit reached'],
  ['nothing known', { code: -32602, message: 'Bad parameters' }, 'agent', 'Bad parameters'],
  ['no words at all', { code: 7, message: '' }, 'agent', 'error 7'],
];

test.for(ERRORS)('a fault is read from %s', ([, error, fault, message]) => {
  expect(troubleOf({ data: undefined, ...error }, NOW)).toMatchObject({ fault, message });
});

const TIMES: readonly (readonly [string, number | null])[] = [
  ['Please retry in 34.07s.', 34_070],
  ['"retryDelay": "3600s"', 3_600_000],
  ['Your quota will reset after 1h2m3s.', 3_723_000],
  ['Try again later.', null],
  ['retry in a while', null],
];

test.for(TIMES)('"%s" tells when a limit ends', ([text, ms]) => {
  expect(resetTime(text, NOW)).toBe(ms === null ? null : NOW + ms);
});

test('only a limit has an end', () => {
  expect(troubleOf({ code: 500, message: 'retry in 5s', data: null }, NOW).until).toBeNull();
  expect(troubleOf({ code: 429, message: 'retry in 5s', data: null }, NOW).until).toBe(NOW + 5_000);
});
