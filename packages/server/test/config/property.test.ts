import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { formatDuration, parseDuration } from '../../src/config/duration.ts';
import { NOTICE_KINDS } from '../../src/config/index.ts';
import { everyMap } from '../../src/config/known-keys.ts';
import { AGENTS, loadText } from './workspace.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Date.now() % 1_000_000);

const name = fc.stringMatching(/^[a-z][a-z0-9 _.:#'"-]{0,11}[a-z0-9]$/);
const variableName = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,7}$/);
const path = fc.stringMatching(/^[a-z][a-z0-9_]{0,7}(\/[a-z][a-z0-9_]{0,7})?$/);
const command = fc.stringMatching(/^[a-z][a-z0-9 &|"'#:{}[\]-]{0,20}[a-z]$/);
const positiveMs = fc.integer({ min: 1, max: 2_000_000_000 });
const anyMs = fc.integer({ min: 0, max: 2_000_000_000 });
const count = fc.integer({ min: 0, max: 1_000 });
const least1 = fc.integer({ min: 1, max: 1_000 });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const map = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.dictionary(name, arbitrary, { maxKeys: 3, noNullPrototype: true });
const list = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const money = fc.double({ min: 0.01, max: 1e6, noNaN: true });

const rule = fc.record({ tool: name, command: orNull(command), path: orNull(path) });

const on = fc.uniqueArray(fc.constantFrom(...NOTICE_KINDS), { minLength: 1 });
const hookAddress = fc.constantFrom('https://example.com/hook', 'http://localhost:9000/x', '$ADDRESS');
const notice = fc.oneof(
  fc.record({ kind: fc.constant('desktop'), url: fc.constant(null), secret: fc.constant(null), on }),
  fc.record({ kind: fc.constant('slack'), url: hookAddress, secret: fc.constant(null), on }),
  fc.record({
    kind: fc.constant('webhook'),
    url: hookAddress,
    secret: fc.constantFrom(null, '$SECRET'),
    on,
  }),
);
/** What the variables above stand for. */
const ENV = { PASSWORD: 'p', SECRET: 's', ADDRESS: 'https://example.com/secret' };

/** Whole configurations whose parts agree with each other, as they are after defaults. */
const config = fc
  .record({
    players: fc.dictionary(
      name,
      fc.record({
        agent: fc.constantFrom(...AGENTS),
        model: orNull(name),
        slots: orNull(count),
        stall_timeout: orNull(anyMs),
        memory: orNull(least1),
        command: orNull(name),
        args: list(name),
        env: fc.dictionary(variableName, name, { maxKeys: 2, noNullPrototype: true }),
        fallback: fc.constant([]),
        sandbox: fc.constantFrom(null, 'off', 'standard', 'strict'),
        shell: orNull(command),
        codex: orNull(
          fc.record({
            approval_policy: orNull(name),
            thread_sandbox: orNull(name),
            turn_sandbox_policy: orNull(fc.record({ type: name })),
            read_timeout: orNull(positiveMs),
          }),
        ),
      }),
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    ),
    states: fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{1,6}( [A-Z][a-z]{1,4})?$/), {
      minLength: 4,
      maxLength: 8,
      selector: (each) => each.toLowerCase(),
    }),
    pick: fc.nat(),
  })
  .chain(({ players, states, pick }) => {
    const player = fc.constantFrom(...Object.keys(players));
    const [review, ...others] = states as [string, ...string[]];
    const cut = 1 + (pick % (others.length - 1));
    const active = others.slice(0, cut);
    const terminal = others.slice(cut);
    const condition = fc.oneof(
      fc.record({ label: name, field: fc.constant(null) }),
      fc.record({ label: orNull(name), field: fc.record({ name, value: name }) }),
    );
    return fc.record({
      target: fc.constantFrom('main', 'release/1.0', 'trunk', 'a-b_c'),
      tracker: fc.record({
        kind: fc.constant('board'),
        active_states: fc.constant(active),
        terminal_states: fc.constant(terminal),
        states: fc.constantFrom(null, states),
        required_labels: list(name),
        started_state: fc.constantFrom(null, ...active),
        review_state: fc.constantFrom(null, review),
        merged_state: fc.constantFrom(null, ...terminal),
        provider: map(fc.jsonValue({ maxDepth: 2 }).map((value) => plain(value))),
      }),
      repositories: fc.record({ allow: list(name), deny: list(name), slots: map(count) }),
      polling: fc.record({ interval: positiveMs }),
      players: fc.constant(players),
      default_player: player,
      routes: list(fc.tuple(condition, player).map(([when, who]) => ({ ...when, player: who }))),
      slots: fc.record({
        total: least1,
        by_state: map(count),
        strategy: fc.constantFrom('priority', 'round-robin', 'fair-share', 'queue', 'weighted'),
        starvation_after: orNull(positiveMs),
      }),
      clean: fc.record({
        auto: fc.boolean(),
        warm_after: anyMs,
        cold_after: anyMs,
        retention: anyMs,
        max_total: count,
        keep_tags: list(name),
      }),
      pool: fc.record({ spare: count, max_memory: orNull(least1) }),
      artifacts: fc.record({ key: fc.constant(null), former_keys: fc.constant([]) }),
      webhooks: fc.record({
        port: fc.integer({ min: 0, max: 65_535 }),
        github: fc.record({ secret: fc.constantFrom(null, '$PASSWORD') }),
        linear: fc.record({ secret: fc.constantFrom(null, '$PASSWORD') }),
        unsigned: fc.boolean(),
        max_bytes: fc.integer({ min: 1, max: 26_214_400 }),
      }),
      http: fc.record({
        enabled: fc.boolean(),
        host: fc.constantFrom('127.0.0.1', 'localhost', '0.0.0.0', '::1'),
        port: orNull(fc.integer({ min: 0, max: 65_535 })),
        password: fc.constantFrom(null, '$PASSWORD'),
        names: list(name),
      }),
      notify: list(notice),
      telemetry: fc.record({
        endpoint: fc.constantFrom(
          null,
          'http://127.0.0.1:4318',
          'https://traces.example.com/v1/traces',
          '$ADDRESS',
        ),
        service: name,
        headers: map(name),
      }),
      runtime,
      retry: fc.record({ max_retries: count, max_retry_backoff: positiveMs }),
      stall_timeout: anyMs,
      turn_timeout: positiveMs,
      max_turns: least1,
      budget: fc.record({
        max_cost_per_item: orNull(money),
        max_cost_total: orNull(money),
        max_tokens_per_item: orNull(least1),
        estimate_per_run: money,
      }),
      verify: list(command),
      verify_timeout: positiveMs,
      handoff: fc.record({
        mode: fc.constantFrom('auto', 'review', 'agent'),
        follow_up: fc.boolean(),
        max_returns: count,
      }),
      code_host: fc.record({
        kind: fc.constantFrom('local', 'github'),
        repository: orNull(name),
        remote: name,
        draft: fc.boolean(),
        labels: list(name),
        reviewers: list(name),
        merge_method: fc.constantFrom('merge', 'squash', 'rebase'),
        delete_branch: fc.boolean(),
        on_withdraw: fc.constantFrom('close', 'leave'),
        required_checks: list(name),
        hear: list(name),
        provider: fc.constant({}),
      }),
      train: fc.record({ batch_size: least1 }),
      chamber: fc.record({
        kind: fc.constant('worktree'),
        root: orNull(path.map((each) => `/${each}`)),
        keys: fc.constantFrom('hashed', 'plain'),
        links: list(path),
        copies: list(path),
        ports: fc.integer({ min: 0, max: 100 }),
        env: fc.dictionary(variableName, name, { maxKeys: 3, noNullPrototype: true }),
        hooks: fc.record({
          after_create: orNull(command),
          before_run: orNull(command),
          after_run: orNull(command),
          before_remove: orNull(command),
        }),
        hook_timeout: positiveMs,
        fetch: fc.boolean(),
      }),
      permissions: fc.record({
        allow: list(rule),
        ask: list(rule),
        deny: list(rule),
        otherwise: fc.constantFrom(null, 'allow', 'ask', 'deny'),
      }),
      inbox: fc.record({ wait: positiveMs, unanswered: fc.constantFrom('allow', 'deny') }),
      sandbox: fc.record({
        profile: fc.constantFrom('off', 'standard', 'strict'),
        hosts: list(name),
        caches: list(path),
      }),
      host_tools: fc.boolean(),
      prices: map(
        fc.record({ input: money, output: money, cached_input: orNull(money), cache_write: orNull(money) }),
      ),
      prompts: fc.record({
        default: fc.constantFrom(null, 'default.md'),
        routes: list(condition.map((when) => ({ ...when, prompt: 'default.md' }))),
      }),
      durability: fc.constantFrom('normal', 'full'),
      mirror: fc.boolean(),
      shutdown_grace: anyMs,
      conformance: fc.constantFrom(null, 'safe', 'letter'),
    });
  });

const secret = fc.constantFrom(null, '$PASSWORD');
const address = fc.constantFrom(null, 'http://127.0.0.1:11434/v1', '$ADDRESS');
const model = {
  provider: fc.constantFrom('anthropic', 'openai', 'openai-compatible'),
  model: name,
  base_url: fc.constant('http://127.0.0.1:11434/v1'),
  key: secret,
  context_tokens: orNull(fc.integer({ min: 1_000, max: 1_000_000 })),
  tools: fc.boolean(),
};
const tier = orNull(fc.record({ ...model, fallback: list(fc.record(model)) }));
const runtime = fc.record({
  models: fc.record({ weak: tier, default: tier, strong: tier }),
  enhanced: orNull(fc.boolean()),
  conversation: orNull(fc.boolean()),
  reflection: orNull(fc.boolean()),
  planning_threshold: fc.constantFrom(null, 'simple', 'multi_step', 'complex'),
  max_steps: least1,
  timeout: positiveMs,
  retries: count,
  max_replans: count,
  max_cost: orNull(money.filter((usd) => usd > 0)),
  max_tokens: orNull(least1),
  repository: fc.constantFrom('read', 'write'),
  location: orNull(name),
  weather: fc.record({ base_url: address, geocoding_url: address, key: secret }),
  search: fc.record({ base_url: address, key: secret }),
  home: fc.record({ base_url: address, token: secret }),
  calendar: fc.record({ file: orNull(path), url: address, user: orNull(name), password: secret }),
  mcp: map(
    fc.record({
      command: name,
      args: list(name),
      env: map(name),
      url: fc.constant(null),
      headers: map(name),
      tools: orNull(list(name)),
    }),
  ),
});

/** -0 is 0 in YAML, a leading dollar names a variable, and `__proto__` is a name no map of ours may have. */
function plain(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value === 'string') return value.replace(/^\$/, '');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, each]) => [key, plain(each)]),
  );
}

const DURATIONS = new Set([
  'interval',
  'max_retry_backoff',
  'stall_timeout',
  'turn_timeout',
  'verify_timeout',
  'hook_timeout',
  'read_timeout',
  'shutdown_grace',
  'starvation_after',
  'warm_after',
  'cold_after',
  'retention',
  'timeout',
  'wait',
]);

describe('C21 laws of the configuration', () => {
  test('any valid configuration written as YAML is read back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(config, fc.boolean(), async (wanted, words) => {
        // Durations as words or as numbers: both must say the same.
        const spelt = JSON.parse(JSON.stringify(wanted), (key, value) =>
          words && DURATIONS.has(key) && typeof value === 'number'
            ? formatDuration(value).replace(/^0$/, '0s')
            : value,
        );
        const result = await loadText(stringify(spelt), {
          env: ENV,
          files: { '.symphony/prompts/default.md': 'x' },
        });
        expect(result.ok ? [] : result.problems.map((each) => each.message)).toEqual([]);
        expect(result.config).toEqual(wanted);
      }),
      { numRuns: 150, seed },
    );
  });

  test('any duration survives being written and read', () => {
    fc.assert(
      fc.property(positiveMs, (ms) => parseDuration(formatDuration(ms)) === ms),
      { numRuns: 2_000, seed },
    );
  });

  const places = everyMap().flatMap(({ path: at, keys }) => keys.map((key) => ({ at, key, keys })));

  test('every key of the file is among those tried', () => {
    expect(places.length).toBeGreaterThan(70);
    for (const known of [
      'max_retries',
      'before_remove',
      'started_state',
      'prompt',
      'agent',
      'value',
      'endpoint',
      'secret',
      'names',
    ]) {
      expect(places.map(({ key }) => key)).toContain(known);
    }
  });

  test('one slip in any key is reported with the right key', async () => {
    const slips = fc.constantFrom(...places).chain((place) =>
      fc
        .tuple(
          fc.constantFrom('drop', 'double', 'change', 'swap', 'add'),
          fc.nat(),
          fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz_'),
        )
        .map(([how, at, letter]) => ({ ...place, typo: slip(place.key, how, at % place.key.length, letter) }))
        .filter(({ typo, keys, key }) => typo !== key && typo !== '' && !keys.includes(typo))
        // `post` is as near to `host` as to `port`: nobody can tell which was meant.
        .filter(({ typo, keys, key }) => !keys.some((other) => other !== key && isOneSlip(other, typo))),
    );
    await fc.assert(
      fc.asyncProperty(slips, async ({ at, key, typo }) => {
        const result = await loadText(stringify(nest(at, { [typo]: 1 })));
        const messages = result.ok ? [] : result.problems.map((each) => each.message);
        const said = messages.filter((each) => each.startsWith(`\`${typo}\` is not known`));
        expect(said).toHaveLength(1);
        expect(said[0]).toContain(`did you mean \`${key}\`?`);
        expect(said[0]).toMatch(/\(\.symphony\/symphony\.yaml:\d+\)$/);
      }),
      { numRuns: 800, seed },
    );
  });
});

function slip(key: string, how: string, at: number, letter: string): string {
  if (how === 'drop') return key.slice(0, at) + key.slice(at + 1);
  if (how === 'double') return key.slice(0, at) + key.charAt(at) + key.slice(at);
  if (how === 'change') return key.slice(0, at) + letter + key.slice(at + 1);
  if (how === 'add') return key.slice(0, at) + letter + key.slice(at);
  return key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
}

/** Whether one letter that is wrong, missing, too many or in its neighbour's place makes one of the other. */
function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return swapped || a.slice(at + 1) === b.slice(at + 1);
}

const LISTS = ['routes', 'allow', 'ask', 'deny', 'notify', 'fallback'];

/** `value` at this place; a `*` is a place of a list, else a name. */
function nest(at: readonly string[], value: object): object {
  const [first, second, ...rest] = at;
  if (first === undefined) return value;
  if (second === '*') {
    const inner = nest(rest, value);
    return { [first]: LISTS.includes(first) ? [inner] : { somebody: inner } };
  }
  return { [first]: nest(at.slice(1), value) };
}
