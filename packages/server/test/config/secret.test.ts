import { describe, expect, test } from 'vitest';
import { explainConfig } from '../../src/config/index.ts';
import { loadText, problemsOf } from './workspace.ts';

describe('C21 secrets come from the environment and are never shown', () => {
  const YAML =
    'tracker:\n  provider:\n    key: $LINEAR_KEY\n    deep: [{also: $LINEAR_KEY}]\nchamber:\n  env:\n    DB: $DB_URL\n';
  const env = { LINEAR_KEY: 'value-of-linear', DB_URL: 'value-of-db' };

  test('set variables are resolved for the adapters and for nobody else', async () => {
    const result = await loadText(YAML, { env });
    if (!result.ok) throw new Error('refused');
    expect(result.provider).toEqual({ key: 'value-of-linear', deep: [{ also: 'value-of-linear' }] });
    expect(result.chamber.secrets).toEqual({ DB: 'value-of-db' });
    expect(result.chamber.env).toEqual({});
    expect(JSON.stringify([result.config, result.settings, explainConfig(result)])).not.toContain('value-of');
  });

  for (const [name, given] of [
    ['not set', { DB_URL: 'x' }],
    ['empty', { DB_URL: 'x', LINEAR_KEY: '' }],
  ] as const) {
    test(`a variable that is ${name} is missing`, async () => {
      expect(await problemsOf(YAML, { env: given })).toEqual([
        '`tracker.provider.key` is missing: the environment variable `$LINEAR_KEY` is not set or empty. (.symphony/symphony.yaml:3)',
        '`tracker.provider.deep[0].also` is missing: the environment variable `$LINEAR_KEY` is not set or empty. (.symphony/symphony.yaml:4)',
      ]);
    });
  }

  test('what is told outside is resolved for those who tell it and for nobody else', async () => {
    const yaml =
      'http: {password: $PW}\nnotify:\n  - {kind: webhook, url: $HOOK, secret: $SIGN}\ntelemetry:\n  endpoint: $OTLP\n  headers: {authorization: $AUTH}\n';
    const given = {
      PW: 'value-of-pw',
      HOOK: 'https://example.com/value-of-hook',
      SIGN: 'value-of-sign',
      OTLP: 'https://value-of-otlp.example.com',
      AUTH: 'value-of-auth',
    };
    const result = await loadText(yaml, { env: given });
    if (!result.ok) throw new Error('refused');
    expect(result.outward).toMatchObject({
      password: 'value-of-pw',
      notify: [{ url: given.HOOK, secret: 'value-of-sign' }],
      telemetry: { endpoint: given.OTLP, headers: { authorization: 'value-of-auth' } },
    });
    const rows = explainConfig(result);
    expect(JSON.stringify([result.config, result.settings, rows])).not.toContain('value-of');
    expect(rows.find(({ path }) => path === 'notify[0].secret')?.value).toBe('$SIGN (set)');
    expect(await problemsOf(yaml, { env: { ...given, HOOK: 'ftp://value-of-hook' } })).toEqual([
      '`notify[0].url` (`$HOOK`) must be an `https://` address or `$NAME`; plain `http://` only on this machine. (.symphony/symphony.yaml:3)',
    ]);
    expect(await problemsOf(yaml, { env: { ...given, PW: '' } })).toEqual([
      '`http.password` is missing: the environment variable `$PW` is not set or empty. (.symphony/symphony.yaml:1)',
    ]);
  });

  test('only a whole value is a variable', async () => {
    const result = await loadText('chamber: {env: {A: "x $HOME", B: "$1", C: "$A-B"}}');
    expect(result.ok && result.chamber.env).toEqual({ A: 'x $HOME', B: '$1', C: '$A-B' });
  });

  test('elsewhere a dollar is only a dollar', async () => {
    const result = await loadText('verify: $CHECK');
    expect(result.ok && result.settings.verify).toEqual(['$CHECK']);
  });

  const TOKENS = [
    'ghp_abcdefghij0123456789',
    'github_pat_11ABCDEFG0123456789',
    'sk-ant-api03-abcdefgh',
    'sk-proj-0123456789abcdef',
    'lin_api_abcdefgh12345678',
    'xoxb-1234567890-abc',
    'glpat-abcdefghij1234',
    'AKIAABCDEFGHIJKLMNOP',
    'https://hooks.slack.com/services/T000/B000/xyz0123',
    'whsec_c2VjcmV0c2VjcmV0',
  ];
  const PLACES: [string, (token: string) => string][] = [
    ['a provider value', (token) => `tracker: {provider: {key: ${token}}}`],
    ['a chamber variable', (token) => `chamber: {env: {KEY: ${token}}}`],
    ['a command', (token) => `verify: "curl -H ${token} x"`],
    ['a choice', (token) => `handoff: {mode: ${token}}`],
    ['a player', (token) => `default_player: ${token}`],
    ['a state', (token) => `tracker: {started_state: ${token}}`],
    ['a prompt', (token) => `prompts: {default: ${token}}`],
  ];
  for (const token of TOKENS) {
    for (const [place, yaml] of PLACES) {
      test(`${token.slice(0, 4)}… as ${place} is refused and not repeated`, async () => {
        const result = await loadText(yaml(token));
        const found = result.ok ? [] : result.problems.map((each) => each.message);
        expect(found.some((each) => each.includes('looks like a secret') && each.includes('$NAME'))).toBe(
          true,
        );
        expect(JSON.stringify([found, result.warnings, explainConfig(result)])).not.toContain(token);
      });
    }
  }

  for (const yaml of [
    'a: "ghp_abcdefghij0123456789',
    'a: b: ghp_abcdefghij0123456789',
    '? ghp_abcdefghij0123456789\n: 1\n- x',
    'ghp_abcdefghij0123456789: 1',
    '%ghp_abcdefghij0123456789\na: 1',
    'a: !ghp_abcdefghij0123456789 x',
    'a: *ghp_abcdefghij0123456789',
    'ghp_abcdefghij0123456789',
  ]) {
    test(`broken YAML does not leak: ${JSON.stringify(yaml.slice(0, 8))}`, async () => {
      const found = await problemsOf(yaml);
      expect(found.length).toBeGreaterThan(0);
      expect(found.join()).not.toContain('ghp_a');
    });
  }

  test('words that only begin alike are left alone', async () => {
    expect(
      await problemsOf('verify: [pip install sk-learn-contrib-extras, echo task-1234567890123456]'),
    ).toEqual([]);
  });
});

describe('C21 config show explains every value', () => {
  test('value, source and state of secrets', async () => {
    const result = await loadText(
      'retry:\n  max_retries: 5\nverify:\n  - a\n  - b\nchamber:\n  env:\n    A: $SET\n    B: $UNSET\nroutes:\n  - {label: x, player: rehearsal}\n',
      {
        env: { SET: 'hidden' },
      },
    );
    expect(result.ok).toBe(false);
    const rows = explainConfig(result);
    const row = (path: string) => rows.find((each) => each.path === path);
    expect(row('retry.max_retries')).toEqual({
      path: 'retry.max_retries',
      value: '5',
      source: '.symphony/symphony.yaml:2',
    });
    expect(row('retry.max_retry_backoff')).toEqual({
      path: 'retry.max_retry_backoff',
      value: '5m',
      source: 'default',
    });
    expect(row('target')).toEqual({ path: 'target', value: 'trunk', source: 'default' });
    expect(row('verify')).toEqual({ path: 'verify', value: '[a, b]', source: '.symphony/symphony.yaml:3' });
    expect(row('chamber.env.A')).toEqual({ path: 'chamber.env.A', value: '$SET (set)', source: '$SET' });
    expect(row('chamber.env.B')).toEqual({
      path: 'chamber.env.B',
      value: '$UNSET (not set)',
      source: '$UNSET',
    });
    expect(row('routes[0].label')).toEqual({
      path: 'routes[0].label',
      value: 'x',
      source: '.symphony/symphony.yaml:11',
    });
    expect(row('slots.by_state')).toEqual({ path: 'slots.by_state', value: '{}', source: 'default' });
    expect(row('players.rehearsal.stall_timeout')?.value).toBe('null');
  });
});
