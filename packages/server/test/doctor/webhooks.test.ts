import { expect, test } from 'vitest';
import { checkWebhooks } from '../../src/doctor/webhooks.ts';

const HTTP = { enabled: true, host: '127.0.0.1', port: null, password: null, names: [] as string[] };
const WEBHOOKS = {
  port: 0,
  github: { secret: null as string | null },
  linear: { secret: null as string | null },
  unsigned: false,
  max_bytes: 2_097_152,
};
const SET = { ...WEBHOOKS, github: { secret: '$HOOK' } };

const look = (webhooks: object, http: object = {}) =>
  checkWebhooks({
    webhooks: { ...WEBHOOKS, ...webhooks },
    http: { ...HTTP, ...http },
    polling: { interval: 30_000 },
  } as never).map(({ status, message, fix }) => [status, `${message} ${fix ?? ''}`] as const);

test.each<readonly [string, object, object, readonly (readonly [string, RegExp])[]]>([
  ['nothing set up', {}, {}, [['ok', /asked every 30 s/]]],
  [
    'this machine only',
    SET,
    {},
    [['warning', /127\.0\.0\.1:4780\/api\/v1\/webhooks\/github.*only this machine.*tunnel.*http\.names/]],
  ],
  [
    'a name outside',
    SET,
    { names: ['hall.example.com'] },
    [['ok', /https:\/\/hall\.example\.com\/api\/v1\/webhooks\/github/]],
  ],
  [
    'another host',
    SET,
    { host: '0.0.0.0', port: 80 },
    [['warning', /http:\/\/0\.0\.0\.0:80\/.*http\.names/]],
  ],
  [
    'both',
    { ...SET, linear: { secret: '$L' } },
    { names: ['x'] },
    [
      ['ok', /GitHub/],
      ['ok', /Linear/],
    ],
  ],
  ['nobody listens', SET, { enabled: false }, [['problem', /switched off.*http\.enabled/]]],
  [
    'unsigned',
    { ...SET, unsigned: true },
    { names: ['x'] },
    [
      ['warning', /UNSIGNED.*speak for Linear\./],
      ['ok', /GitHub/],
      ['ok', /Linear/],
    ],
  ],
  [
    'all unsigned',
    { unsigned: true },
    { names: ['x'] },
    [
      ['warning', /UNSIGNED.*GitHub and Linear\./],
      ['ok', /GitHub/],
      ['ok', /Linear/],
    ],
  ],
])('C24 webhooks: %s', (_what, webhooks, http, expected) => {
  const found = look(webhooks, http);
  expect(found.map(([status]) => status)).toEqual(expected.map(([status]) => status));
  for (const [at, [, words]] of expected.entries()) expect(found[at]?.[1]).toMatch(words);
});
