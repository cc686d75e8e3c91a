import { describe, expect, test } from 'vitest';
import { readFields } from '../../src/workflow/fields.ts';
import type { PathGround } from '../../src/workflow/path-value.ts';
import { assembled } from '../../src/workflow/placed-value.ts';

const GROUND: PathGround = {
  folder: '/repo',
  home: '/home/me',
  temp: '/temp',
  env: { CHECKOUTS: '/srv', EMPTY: '', LINEAR_API_KEY: 'x' },
};

type Data = Readonly<Record<string, unknown>>;

const read = (front: Data, ground = GROUND) => {
  const { values, faults } = readFields(front, ground);
  return { data: assembled(values) as Record<string, never>, faults };
};

/** The value at a dotted place of the configuration. */
const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Data | undefined)?.[step], data);

const LINEAR = { tracker: { kind: 'linear' } };

describe('svc-W9 the specification’s defaults', () => {
  test.each([
    ['polling.interval', 30_000],
    ['chamber.root', '/temp/symphony_workspaces'],
    ['chamber.hook_timeout', 60_000],
    ['slots.total', 10],
    ['max_turns', 20],
    ['retry.max_retry_backoff', 300_000],
    ['players.codex.shell', 'unset LINEAR_API_KEY; codex app-server'],
    ['players.codex.codex.read_timeout', 5_000],
    ['turn_timeout', 3_600_000],
    ['stall_timeout', 300_000],
    ['tracker.active_states', ['Todo', 'In Progress']],
    ['tracker.terminal_states', ['Closed', 'Cancelled', 'Canceled', 'Duplicate', 'Done']],
    ['tracker.required_labels', []],
    ['http', undefined],
    ['conformance', 'safe'],
  ])('%s is %j', (path, value) => {
    const { data, faults } = read(LINEAR);
    expect(faults).toEqual([]);
    expect(at(data, path)).toEqual(value);
  });
});

describe('svc-W9 values are read, coerced and put in their place', () => {
  test.each<readonly [section: string, given: Data, path: string, value: unknown]>([
    ['polling', { interval_ms: '5000' }, 'polling.interval', 5_000],
    ['hooks', { timeout_ms: 10 }, 'chamber.hook_timeout', 10],
    ['hooks', { before_run: 'make deps\nmake' }, 'chamber.hooks.before_run', 'make deps\nmake'],
    ['agent', { max_concurrent_agents: 3 }, 'slots.total', 3],
    [
      'agent',
      { max_concurrent_agents_by_state: { ' In Progress ': 2, Todo: 0, Review: 'many', Done: '4' } },
      'slots.by_state',
      { 'in progress': 2, done: 4 },
    ],
    ['codex', { stall_timeout_ms: -1 }, 'stall_timeout', -1],
    [
      'codex',
      { command: 'codex --config "a b" app-server' },
      'players.codex.shell',
      'unset LINEAR_API_KEY; codex --config "a b" app-server',
    ],
    ['codex', { approval_policy: 'never' }, 'players.codex.codex.approval_policy', 'never'],
    [
      'codex',
      { turn_sandbox_policy: { type: 'workspaceWrite', networkAccess: true } },
      'players.codex.codex.turn_sandbox_policy',
      { type: 'workspaceWrite', networkAccess: true },
    ],
    ['server', { port: 0 }, 'http.port', 0],
    ['symphony', { verify: ['make test'], slots: { total: 2 } }, 'slots.total', 2],
  ])('%s %j', (section, given, path, value) => {
    const { data, faults } = read({ ...LINEAR, [section]: given });
    expect(faults).toEqual([]);
    expect(at(data, path)).toEqual(value);
  });

  test('svc-W4 keys nobody knows change nothing', () => {
    const strange = {
      ...LINEAR,
      observability: { dashboard_enabled: true },
      worker: { ssh_hosts: ['a'] },
      x: 1,
    };
    expect(read(strange)).toEqual(read(LINEAR));
  });
});

describe('svc-W10 paths', () => {
  test.each([
    ['~/w', '/home/me/w'],
    ['~', '/home/me'],
    ['$CHECKOUTS', '/srv'],
    ['$CHECKOUTS/checkout', '/srv/checkout'],
    ['w/../x', '/repo/x'],
    ['/abs//y', '/abs/y'],
    ['/a/$CHECKOUTS', '/a/$CHECKOUTS'],
    ['~other/w', '/repo/~other/w'],
  ])('%s is %s', (root, path) => {
    expect(at(read({ ...LINEAR, workspace: { root } }).data, 'chamber.root')).toBe(path);
  });

  test.each(['$UNSET', '$EMPTY/x', 7])('%s is refused', (root) => {
    const { faults } = read({ ...LINEAR, workspace: { root } });
    expect(faults.map(({ name, path }) => [name, path])).toEqual([
      ['invalid_workflow_config', ['workspace', 'root']],
    ]);
  });

  test('a command and an address are left as they are', () => {
    const front = {
      tracker: { kind: 'linear', endpoint: '$CHECKOUTS/graphql' },
      codex: { command: '~/codex $CHECKOUTS' },
    };
    const { data } = read(front, { ...GROUND, env: {} });
    expect(at(data, 'players.codex.shell')).toBe('unset LINEAR_API_KEY; ~/codex $CHECKOUTS');
    expect(at(data, 'tracker.provider.endpoint')).toBe('$CHECKOUTS/graphql');
  });
});

describe('svc-V3 what is wrong is told by name and place', () => {
  test.each<readonly [front: Data, name: string, place: string]>([
    [{}, 'unsupported_tracker_kind', 'tracker.kind'],
    [{ tracker: { kind: 'jira' } }, 'unsupported_tracker_kind', 'tracker.kind'],
    [{ tracker: { kind: 'linear', provider: [] } }, 'invalid_tracker_config', 'tracker.provider'],
    [
      { tracker: { kind: 'linear', active_states: 'Todo' } },
      'invalid_tracker_config',
      'tracker.active_states',
    ],
    [{ ...LINEAR, polling: { interval_ms: 0 } }, 'invalid_workflow_config', 'polling.interval_ms'],
    [{ ...LINEAR, polling: 3 }, 'invalid_workflow_config', 'polling'],
    [{ ...LINEAR, hooks: { timeout_ms: 'soon' } }, 'invalid_workflow_config', 'hooks.timeout_ms'],
    [{ ...LINEAR, hooks: { after_run: ['a'] } }, 'invalid_workflow_config', 'hooks.after_run'],
    [{ ...LINEAR, agent: { max_turns: 0 } }, 'invalid_workflow_config', 'agent.max_turns'],
    [
      { ...LINEAR, agent: { max_concurrent_agents: 1.5 } },
      'invalid_workflow_config',
      'agent.max_concurrent_agents',
    ],
    [{ ...LINEAR, codex: { command: ' ' } }, 'invalid_workflow_config', 'codex.command'],
    [{ ...LINEAR, server: { port: 70_000 } }, 'invalid_workflow_config', 'server.port'],
    [{ ...LINEAR, strict: 'yes' }, 'invalid_workflow_config', 'strict'],
  ])('%j', (front, name, place) => {
    const { faults } = read(front);
    expect(faults.map((each) => [each.name, each.path.join('.')])).toEqual([[name, place]]);
    expect(faults[0]?.sentence).toMatch(/\.$/);
  });
});

describe('C22 the tracker', () => {
  test('old flat keys mean the same below provider, which wins; unknown ones are kept', () => {
    const tracker = {
      kind: 'Linear',
      api_key: '$OLD_KEY',
      project_slug: 'old',
      provider: { project_slug: 'new', mine: { deep: 1 } },
    };
    const { data } = read({ tracker });
    expect(at(data, 'tracker.provider')).toEqual({
      api_key: '$OLD_KEY',
      project_slug: 'new',
      mine: { deep: 1 },
    });
    expect(at(data, 'players.codex.shell')).toBe('unset OLD_KEY LINEAR_API_KEY; codex app-server');
  });

  test('svc-W9 a secret that is left out is taken from its usual variable, when that is set', () => {
    expect(at(read(LINEAR).data, 'tracker.provider')).toEqual({ api_key: '$LINEAR_API_KEY' });
    expect(at(read(LINEAR, { ...GROUND, env: {} }).data, 'tracker.provider')).toBeUndefined();
  });

  test('svc-T8 nothing is moved on the tracker by Symphony itself', () => {
    const { data } = read(LINEAR);
    for (const key of ['started_state', 'review_state', 'merged_state'])
      expect(at(data, `tracker.${key}`)).toBeNull();
  });
});

test.each([
  ['a hook fills an empty folder', { after_create: 'git clone x .' }, 'folder', 'agent'],
  ['without one it is a worktree of this repository', {}, undefined, 'review'],
])('svc-S1 the workspace: %s', (_what, hooks, kind, mode) => {
  const { data } = read({ ...LINEAR, hooks });
  expect([at(data, 'chamber.kind'), at(data, 'handoff.mode')]).toEqual([kind, mode]);
});
