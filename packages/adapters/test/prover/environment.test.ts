import { allowedEnvironment } from '@symphony/adapters/process';
import { expect, test } from 'vitest';

const check = (source: NodeJS.ProcessEnv, extra: Record<string, string>, seen: Record<string, string>) =>
  expect(allowedEnvironment(source, extra)).toEqual(seen);

test('secrets of the conductor stay with the conductor', () =>
  check(
    { GITHUB_TOKEN: 'a', ANTHROPIC_API_KEY: 'b', PATHS: 'c', XLC_ALL: 'd', NODE_OPTIONS: 'e', PATH: '/bin' },
    {},
    { PATH: '/bin' },
  ));

test('what programs need to work passes', () => {
  const needed = {
    PATH: '/bin',
    HOME: '/home/a',
    USER: 'a',
    LOGNAME: 'a',
    SHELL: '/bin/sh',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    LC_TIME: 'C',
    TERM: 'xterm',
    TMPDIR: '/tmp',
    TZ: 'UTC',
    HTTP_PROXY: 'http://proxy',
    https_proxy: 'http://proxy',
    NO_PROXY: 'localhost',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    SystemRoot: 'C:\\Windows',
  };
  check(needed, {}, needed);
});

test('extra values come on top, and are not held against the list', () =>
  check(
    { PATH: '/bin', TZ: 'UTC' },
    { PATH: '/own', PORT: '4000' },
    { PATH: '/own', PORT: '4000', TZ: 'UTC' },
  ));

test('a name without a value is left out', () => check({ PATH: undefined }, {}, {}));
