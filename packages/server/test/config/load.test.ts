import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.ts';
import { AGENTS, folderWith, loadText, problemsOf } from './workspace.ts';

const AT = '.symphony/symphony.yaml';

describe('C23 zero configuration', () => {
  for (const [name, yaml] of [
    ['no file', null],
    ['an empty file', ''],
    ['only comments', '# nothing yet\n'],
    ['only a document mark', '---\n'],
    ['sections without values', 'slots:\nretry:\n  max_retries:\nplayers:\nverify:\n'],
  ] as const) {
    test(`${name} gives every default`, async () => {
      const result = await loadText(yaml);
      if (!result.ok) throw new Error(result.problems.map((each) => each.message).join('\n'));
      expect(result.settings).toEqual({
        target: 'trunk',
        tracker: {
          activeStates: ['Todo', 'In Progress'],
          terminalStates: ['Done', 'Cancelled'],
          requiredLabels: [],
          startedState: 'In Progress',
          reviewState: 'Review',
          mergedState: 'Done',
        },
        repositories: { allow: [], deny: [], slots: {} },
        pollIntervalMs: 30_000,
        players: {
          rehearsal: { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null, sandbox: 'off' },
        },
        defaultPlayer: 'rehearsal',
        routes: [],
        slots: { total: 4, byState: {}, strategy: 'priority', starvationAfterMs: null },
        maxRetries: 3,
        maxRetryBackoffMs: 300_000,
        stallTimeoutMs: 300_000,
        turnTimeoutMs: 3_600_000,
        maxTurns: 20,
        budget: {
          maxCostPerItem: null,
          maxCostPerDay: null,
          maxTokensPerItem: null,
          estimatePerRun: 0,
        },
        verify: [],
        verifyTimeoutMs: 900_000,
        handoff: { mode: 'auto', followUp: true, maxReturns: 3 },
        train: { batchSize: 4 },
        permissions: { allow: [], ask: [], deny: [], otherwise: null },
        inbox: { waitMs: 3_600_000, unanswered: 'deny' },
        shutdownGraceMs: 30_000,
      });
      expect(result.chamber).toEqual({
        links: [],
        copies: [],
        ports: 0,
        env: {},
        secrets: {},
        hooks: { after_create: null, before_run: null, after_run: null, before_remove: null },
        hookTimeoutMs: 60_000,
        fetch: true,
      });
      expect(result.config.durability).toBe('normal');
      expect(result.config.mirror).toBe(true);
      expect(result.config.http).toEqual({
        enabled: true,
        host: '127.0.0.1',
        port: null,
        password: null,
        names: [],
      });
      expect(result.config.notify).toEqual([]);
      expect(result.config.telemetry).toEqual({ endpoint: null, service: 'symphony', headers: {} });
      expect(result.outward).toEqual({
        password: null,
        notify: [],
        telemetry: { endpoint: null, service: 'symphony', headers: {} },
        webhooks: {
          port: 0,
          github: { secret: null },
          linear: { secret: null },
          unsigned: false,
          max_bytes: 2_097_152,
        },
      });
      expect(result.warnings).toEqual([]);
    });
  }
});

describe('C21 what the file gives is what counts', () => {
  const cases: [string, string, (result: Awaited<ReturnType<typeof loadText>>) => unknown, unknown][] = [
    ['seconds', 'polling: {interval: 5s}', (r) => r.config.polling.interval, 5_000],
    ['milliseconds', 'polling: {interval: 200ms}', (r) => r.config.polling.interval, 200],
    ['hours', 'turn_timeout: 1.5h', (r) => r.config.turn_timeout, 5_400_000],
    [
      'rules written short',
      'permissions: {allow: ["Bash(git *)", "Write(src/**)", Read], deny: [{path: .github/**}]}',
      (r) => [r.config.permissions.allow, r.config.permissions.deny],
      [
        [
          { tool: 'Bash', command: 'git *', path: null },
          { tool: 'Write', command: null, path: 'src/**' },
          { tool: 'Read', command: null, path: null },
        ],
        [{ tool: null, command: null, path: '.github/**' }],
      ],
    ],
    ['a number', 'verify_timeout: 1234', (r) => r.config.verify_timeout, 1_234],
    ['C14 0 turns stalls off', 'stall_timeout: 0', (r) => r.config.stall_timeout, 0],
    ['C14 less than 0 turns stalls off', 'stall_timeout: -1', (r) => r.config.stall_timeout, 0],
    ['one verify command', 'verify: npm test', (r) => r.config.verify, ['npm test']],
    [
      'a handoff in one word',
      'handoff: review',
      (r) => r.config.handoff,
      { mode: 'review', follow_up: true, max_returns: 3 },
    ],
    ['a state left alone', 'tracker: {review_state: null}', (r) => r.config.tracker.review_state, null],
    [
      'the first player by default',
      'players: {codex: {agent: codex}}',
      (r) => r.config.default_player,
      'codex',
    ],
    [
      'numbers as environment',
      'chamber: {env: {A: 1, B: true}}',
      (r) => r.config.chamber.env,
      { A: '1', B: 'true' },
    ],
    ['an anchor', 'tracker: {provider: {a: &x 1, b: *x}}', (r) => r.config.tracker.provider, { a: 1, b: 1 }],
    [
      'notices of everything unless it says which',
      'notify: [{kind: desktop}]',
      (r) => r.config.notify[0],
      {
        kind: 'desktop',
        url: null,
        secret: null,
        on: ['needs_human', 'question', 'budget', 'done', 'failed', 'reminder'],
      },
    ],
    ['a mark at the start and CRLF', '\uFEFFmax_turns: 7\r\nmirror: false\r\n', (r) => r.config.max_turns, 7],
  ];
  for (const [name, yaml, read, expected] of cases) {
    test(name, async () => {
      const result = await loadText(yaml);
      expect(result.ok ? [] : result.problems).toEqual([]);
      expect(read(result)).toEqual(expected);
    });
  }
});

describe('C21 mistakes are told in one sentence with their line', () => {
  const cases: [string, string, string[]][] = [
    [
      'a misspelt key',
      'target: main\n\nretry:\n  # few\n  max_retry: 2\n',
      [`\`max_retry\` is not known under \`retry\`; did you mean \`max_retries\`? (${AT}:5)`],
    ],
    [
      'a misspelt section',
      'slot: {}',
      [`\`slot\` is not known at the top level; did you mean \`slots\`? (${AT}:1)`],
    ],
    [
      'a key in the wrong place',
      'max_retries: 1',
      [`\`max_retries\` is not known at the top level; it belongs under \`retry\`. (${AT}:1)`],
    ],
    [
      'a key nobody knows',
      'train: {zzzzzzzzzz: 1}',
      [`\`zzzzzzzzzz\` is not known under \`train\`; known there: \`batch_size\`. (${AT}:1)`],
    ],
    [
      'a key in a named entry',
      'players:\n  a: {agent: codex}\n  b:\n    agent: codex\n    modle: x\n',
      [`\`modle\` is not known under \`players.b\`; did you mean \`model\`? (${AT}:5)`],
    ],
    ['a wrong kind', 'max_turns: many', [`\`max_turns\` must be a whole number, 1 or more. (${AT}:1)`]],
    ['a fraction', 'max_turns: 1.5', [`\`max_turns\` must be a whole number, 1 or more. (${AT}:1)`]],
    [
      'too small',
      'train:\n  batch_size: 0',
      [`\`train.batch_size\` must be a whole number, 1 or more. (${AT}:2)`],
    ],
    ['a text for a map', 'retry: soon', [`\`retry\` must be a map of keys and values. (${AT}:1)`]],
    ['a map for a list', 'routes: {a: 1}', [`\`routes\` must be a list. (${AT}:1)`]],
    ['a number for a text', 'target: 1.0', [`\`target\` must be text (put it in quotes). (${AT}:1)`]],
    ['an option as branch', 'target: --force', [`\`target\` must be a branch name. (${AT}:1)`]],
    [
      'not a duration',
      'turn_timeout: soon',
      [`\`turn_timeout\` must be a duration such as \`30s\`, \`5m\` or a number of milliseconds. (${AT}:1)`],
    ],
    [
      '0 where it means nothing',
      'polling: {interval: 0}',
      [`\`polling.interval\` must be longer than 0. (${AT}:1)`],
    ],
    [
      'a duration no timer holds',
      'stall_timeout: 30d',
      [`\`stall_timeout\` must not be longer than 24 days. (${AT}:1)`],
    ],
    [
      'not a choice',
      'handoff: {mode: manual}',
      [`\`handoff.mode\` must be \`auto\` or \`review\`. (${AT}:1)`],
    ],
    ['a tracker nobody knows', 'tracker: {kind: jira}', [`\`tracker.kind\` must be \`board\`. (${AT}:1)`]],
    [
      'no states',
      'tracker: {active_states: []}',
      [`\`tracker.active_states\` must name at least one state. (${AT}:1)`],
    ],
    [
      'a cap of 0',
      'budget: {max_cost_per_item: 0}',
      [
        `\`budget.max_cost_per_item\` must be more than 0; leave it out for no cap on the cost of one item. (${AT}:1)`,
      ],
    ],
    ['a player without agent', 'players:\n  a: {slots: 1}', [`\`players.a.agent\` is missing. (${AT}:2)`]],
    ['an empty command', 'verify:\n  - npm test\n  - ""', [`\`verify[1]\` must not be empty. (${AT}:3)`]],
    [
      'a way out of the chamber',
      'chamber: {links: [../x]}',
      [`\`chamber.links[0]\` must be a relative path without \`..\`. (${AT}:1)`],
    ],
    [
      'an absolute path',
      'chamber: {copies: [/etc/passwd]}',
      [`\`chamber.copies[0]\` must be a relative path without \`..\`. (${AT}:1)`],
    ],
    [
      'a name no variable can have',
      'chamber: {env: {"A B": x}}',
      [`\`chamber.env."A B"\` is not a name an environment variable can have. (${AT}:1)`],
    ],
    [
      'given twice',
      'max_turns: 1\nmirror: true\nmax_turns: 2\n',
      [`\`max_turns\` is given twice. (${AT}:3)`],
    ],
    ['a list', '- a\n', [`${AT} must be a map of keys and values, not a list. (${AT}:1)`]],
    ['a text', 'hello', [`${AT} must be a map of keys and values, not a single value. (${AT}:1)`]],
    [
      'two documents',
      'mirror: true\n---\nmirror: false\n',
      [`The file holds more than one YAML document. (${AT}:2)`],
    ],
    [
      'not YAML',
      'mirror: true\nverify: "npm\n',
      [expect.stringMatching(/^The file is not valid YAML: .*closing.*symphony\.yaml:\d\)$/)],
    ] as never,
    ['an alias without anchor', 'target: *main', [expect.stringContaining('An alias')]] as never,
    [
      'an unknown player in a route',
      'players: {claude: {agent: claude}}\nroutes:\n  - {label: ui, player: claud}',
      [`\`routes[0].player\`: \`claud\` is not a configured player; did you mean \`claude\`? (${AT}:3)`],
    ],
    [
      'a route by nothing',
      'routes:\n  - player: rehearsal',
      [`\`routes[0]\` needs a \`label\` or a \`field\` to match by. (${AT}:2)`],
    ],
    [
      'an unknown default player',
      'default_player: zed',
      [`\`default_player\`: \`zed\` is not a configured player; known: \`rehearsal\`. (${AT}:1)`],
    ],
    [
      'an unknown agent',
      'players: {a: {agent: codexx}}',
      [`\`players.a.agent\`: \`codexx\` is not a known agent; did you mean \`codex\`? (${AT}:1)`],
    ],
    [
      'a state on both sides',
      'tracker:\n  active_states: [Todo, In Progress, done]\n',
      [
        `\`done\` is in both \`tracker.active_states\` and \`tracker.terminal_states\`; keep it in one. (${AT}:1)`,
      ],
    ],
    [
      'a start that stops the item',
      'tracker:\n  started_state: Doing\n',
      [expect.stringMatching(/^`tracker.started_state` \(`Doing`\) is not one of .*yaml:2\)$/)],
    ] as never,
    [
      'a start that stops the item, by default',
      'tracker:\n  active_states: [Ready]\n',
      [expect.stringMatching(/^`tracker.started_state` \(`In Progress`, the default\) is not .*yaml:2\)$/)],
    ] as never,
    [
      'a review that ends the item',
      'tracker: {review_state: Done}',
      [expect.stringMatching(/^`tracker.review_state` \(`Done`\) is one of `tracker.terminal_states`/)],
    ] as never,
    [
      'a state without column',
      'tracker:\n  states: [Todo, In Progress, Review, Done]\n',
      [`\`Cancelled\` (\`tracker.terminal_states\`) is not one of \`tracker.states\`. (${AT}:2)`],
    ],
    [
      'a notice to nowhere',
      'notify:\n  - kind: slack\n',
      [`\`notify[0].url\` is missing: where should it be told? (${AT}:2)`],
    ],
    [
      'a notice anybody on the way can read',
      'notify: [{kind: webhook, url: "http://example.com/x"}]',
      [
        `\`notify[0].url\` must be an \`https://\` address or \`$NAME\`; plain \`http://\` only on this machine. (${AT}:1)`,
      ],
    ],
    [
      'a name in an address',
      'telemetry: {endpoint: "https://me:word@example.com"}',
      [expect.stringContaining('`telemetry.endpoint` must be an `https://` address')],
    ] as never,
    [
      'a word that is no variable',
      'http: {password: hunter2}',
      [`\`http.password\` must be the name of an environment variable, written \`$NAME\`. (${AT}:1)`],
    ],
    [
      'a notice of nothing',
      'notify: [{kind: desktop, on: []}]',
      [`\`notify[0].on\` must name at least one. (${AT}:1)`],
    ],
    ['a port that is none', 'http: {port: 70000}', [`\`http.port\` must not be more than 65535. (${AT}:1)`]],
    [
      'a prompt that is not there',
      'prompts: {default: defualt.md}',
      [
        `\`prompts.default\`: there is no file \`.symphony/prompts/defualt.md\`; did you mean \`default.md\`? (${AT}:1)`,
      ],
    ],
  ];
  for (const [name, yaml, expected] of cases) {
    test(name, async () => {
      expect(await problemsOf(yaml, { files: { '.symphony/prompts/default.md': 'x' } })).toEqual(expected);
    });
  }

  for (const [name, yaml, expected] of [
    ['a name JavaScript reserves', 'chamber: {env: {__proto__: x}}', '`__proto__` cannot be a name.'],
    ['a list that holds itself', 'tracker: {provider: {a: &a [*a]}}', 'An alias (`*name`)'],
    ['aliases that grow', growing(), 'An alias (`*name`)'],
    ['nesting without end', `target: ${'['.repeat(20_000)}`, 'The file is'],
    ['an entry without a name', 'players: {" ": {agent: codex}}', '`players` has an entry without a name.'],
    [
      'what no adapter can read',
      'tracker: {provider: {a: .nan}}',
      '`tracker.provider.a` must be a plain value',
    ],
    ['bytes', 'tracker: {provider: {a: !!binary aGVsbG8=}}', '`tracker.provider.a` must be a plain value'],
    [
      'a name every object has',
      'routes: [{label: a, player: toString}]',
      '`routes[0].player`: `toString` is not',
    ],
    ['merge keys', '<<: {max_turns: 3}', '`<<` is not known at the top level'],
  ] as const) {
    test(`hostile: ${name}`, async () => {
      const found = await problemsOf(yaml);
      expect(found.length).toBeGreaterThan(0);
      expect(found[0]).toContain(expected);
    });
  }

  test('a wrong route does not hide another', async () => {
    const found = await problemsOf(
      'routes:\n  - {label: 3, player: rehearsal}\n  - {label: a, player: nobody}\n',
    );
    expect(found).toEqual([
      `\`routes[0].label\` must be text (put it in quotes). (${AT}:2)`,
      `\`routes[1].player\`: \`nobody\` is not a configured player; known: \`rehearsal\`. (${AT}:3)`,
    ]);
  });

  test('all of them together, in the order of the file', async () => {
    const found = await problemsOf(
      [
        'max_turns: x',
        'retry: {max_retry: 1}',
        'players:',
        '  a: {slots: 1}',
        '  b: {agent: nobody}',
        'routes:',
        '  - {label: x, player: a}',
        '  - {label: y, player: c}',
        'prompts: {default: gone.md}',
        'chamber: {env: {KEY: $NOT_THERE}}',
      ].join('\n'),
    );
    expect(found.map((each) => /yaml:(\d+)\)$/.exec(each)?.[1])).toEqual([
      '1',
      '2',
      '4',
      '5',
      '8',
      '9',
      '10',
    ]);
  });

  test('a merged state that is not terminal is only warned of', async () => {
    const result = await loadText('tracker: {merged_state: Shipped}');
    expect(result.ok).toBe(true);
    expect(result.warnings.map((each) => each.message)).toEqual([
      expect.stringMatching(/^`tracker.merged_state` \(`Shipped`\) is not one of `tracker.terminal_states`/),
    ]);
  });

  for (const [name, yaml, expected] of [
    ['a host without a password', 'http: {host: 0.0.0.0}', /^`http.host` is not this machine alone/],
    [
      'a secret nobody uses',
      'notify: [{kind: desktop, url: "https://example.com"}]',
      /^`notify\[0\].url` has no effect/,
    ],
  ] as const) {
    test(`${name} is only warned of`, async () => {
      const result = await loadText(yaml);
      expect(result.ok).toBe(true);
      expect(result.warnings.map((each) => each.message)).toEqual([expect.stringMatching(expected)]);
    });
  }

  test('a file that cannot be read is no empty file', async () => {
    const root = await folderWith({ '.symphony/symphony.yaml/x': '' });
    const result = await loadConfig({ root, env: {}, defaults: { target: 'main' }, agents: AGENTS });
    expect(result).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('EISDIR') }] });
  });

  test('the other ending is not passed over', async () => {
    const found = await problemsOf(null, { files: { '.symphony/symphony.yml': 'mirror: false' } });
    expect(found).toEqual([expect.stringContaining('rename it to `symphony.yaml`')]);
  });
});

function growing(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let at = 1; at < 9; at++)
    lines.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(', ')}]`,
    );
  return lines.join('\n');
}
