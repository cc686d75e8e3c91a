import { isAbsolute } from 'node:path';
import { type FilePath, showPath } from '@symphony/adapters/yaml';
import { isOneOf, sameState } from '@symphony/domain';
import { nearest } from './known-keys.ts';
import { isLoopback } from './outward.ts';
import type { ProjectConfig } from './schema.ts';

/** What the checks need to know besides the values. */
export interface Surroundings {
  /** The agents there are adapters for. */
  readonly agents: readonly string[];
  /** Every player the file names, those with mistakes in them as well. */
  readonly players: readonly string[];
  /** Whether the file gives the value, or the default stands. */
  readonly isGiven: (path: FilePath) => boolean;
  /** Whether every entry of the file's list is still there, so that its places can be named. */
  readonly isWhole: (path: FilePath, length: number) => boolean;
}

export interface Contradiction {
  readonly severity: 'problem' | 'warning';
  readonly path: FilePath;
  readonly sentence: string;
  /** Other places the judgement rests on: when one of those is wrong itself, nothing is said. */
  readonly about: readonly FilePath[];
}

type Check = (config: ProjectConfig, around: Surroundings) => readonly Contradiction[];

/** Values that are right one by one and wrong together. */
export const findContradictions: Check = (config, around) =>
  [
    players,
    routes,
    states,
    boardColumns,
    chamberRoot,
    environment,
    httpFace,
    trackerWebhooks,
    notices,
    runtimeModels,
    mcpServers,
  ].flatMap((check) => check(config, around));

const problem = (path: FilePath, sentence: string, about: readonly FilePath[] = []): Contradiction => ({
  severity: 'problem',
  path,
  sentence,
  about,
});

const named = (name: string): string => `\`${name}\``;

function unknown(what: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const advice = near
    ? `did you mean \`${near}\`?`
    : known.length > 0
      ? `known: ${known.map(named).join(', ')}.`
      : 'there is none.';
  return `${named(name)} is not ${what}; ${advice}`;
}

const players: Check = (config, around) => {
  const found: Contradiction[] = [];
  for (const [name, player] of Object.entries(config.players)) {
    player.fallback.forEach((other, at) => {
      const path = ['players', name, 'fallback', at];
      if (other === name)
        found.push(problem(path, `\`${showPath(path)}\`: a player cannot stand in for itself.`));
      else if (!around.players.includes(other))
        found.push(
          problem(path, `\`${showPath(path)}\`: ${unknown('a configured player', other, around.players)}`),
        );
    });
    if (player.agent === 'rehearsal' && player.sandbox !== null && player.sandbox !== 'off') {
      const path = ['players', name, 'sandbox'];
      const sentence = `\`${showPath(path)}\` has no effect: the rehearsal player is never confined.`;
      found.push({ ...problem(path, sentence), severity: 'warning' });
    }
    if (around.agents.includes(player.agent)) continue;
    const path = ['players', name, 'agent'];
    const sentence = `\`${showPath(path)}\`: ${unknown('a known agent', player.agent, around.agents)}`;
    found.push(problem(path, sentence));
  }
  if (!around.players.includes(config.default_player)) {
    const sentence = `\`default_player\`: ${unknown('a configured player', config.default_player, around.players)}`;
    found.push(problem(['default_player'], sentence));
  }
  return found;
};

const routes: Check = (config, around) => {
  const lists = [
    { path: ['routes'] as const, entries: config.routes },
    { path: ['prompts', 'routes'] as const, entries: config.prompts.routes },
  ];
  const found: Contradiction[] = [];
  for (const { path, entries } of lists.filter((each) => around.isWhole(each.path, each.entries.length))) {
    entries.forEach((route, at) => {
      if (route.label === null && route.field === null) {
        const sentence = `\`${showPath([...path, at])}\` needs a \`label\` or a \`field\` to match by.`;
        found.push(problem([...path, at], sentence));
      }
    });
  }
  if (!around.isWhole(['routes'], config.routes.length)) return found;
  config.routes.forEach((route, at) => {
    if (around.players.includes(route.player)) return;
    const place: FilePath = ['routes', at, 'player'];
    const sentence = `\`${showPath(place)}\`: ${unknown('a configured player', route.player, around.players)}`;
    found.push(problem(place, sentence));
  });
  return found;
};

const states: Check = ({ tracker }, { isGiven }) => {
  const at = (key: string): FilePath => ['tracker', key];
  const active = at('active_states');
  const terminal = at('terminal_states');
  const shown = (key: string, state: string): string =>
    `\`tracker.${key}\` (${named(state)}${isGiven(at(key)) ? '' : ', the default'})`;
  const found: Contradiction[] = [];

  for (const state of tracker.active_states.filter((each) => isOneOf(each, tracker.terminal_states))) {
    const sentence = `${named(state)} is in both \`tracker.active_states\` and \`tracker.terminal_states\`; keep it in one.`;
    found.push(problem(terminal, sentence, [active]));
  }
  const { started_state: started, review_state: review, merged_state: merged } = tracker;
  if (started !== null && !isOneOf(started, tracker.active_states)) {
    const sentence = `${shown('started_state', started)} is not one of \`tracker.active_states\`: a started item would no longer be played; name an active state, or \`null\` to leave it.`;
    found.push(problem(isGiven(at('started_state')) ? at('started_state') : active, sentence, [active]));
  }
  if (review !== null && isOneOf(review, tracker.terminal_states)) {
    const sentence = `${shown('review_state', review)} is one of \`tracker.terminal_states\`: work would count as over before it is merged; name another state, or \`null\` to leave it.`;
    found.push(problem(isGiven(at('review_state')) ? at('review_state') : terminal, sentence, [terminal]));
  }
  if (merged !== null && !isOneOf(merged, tracker.terminal_states)) {
    const sentence = `${shown('merged_state', merged)} is not one of \`tracker.terminal_states\`: a merged item would not count as done for those it blocks.`;
    const path = isGiven(at('merged_state')) ? at('merged_state') : terminal;
    found.push({ ...problem(path, sentence, [terminal]), severity: 'warning' });
  }
  return found;
};

const boardColumns: Check = ({ tracker }, { isGiven }) => {
  const columns = tracker.states;
  if (columns === null) return [];
  const used = [
    ...tracker.active_states.map((state) => ({ key: 'active_states', state })),
    ...tracker.terminal_states.map((state) => ({ key: 'terminal_states', state })),
    ...(['started_state', 'review_state', 'merged_state'] as const).flatMap((key) => {
      const state = tracker[key];
      return state === null ? [] : [{ key, state }];
    }),
  ].filter(({ state }, at, all) => all.findIndex((each) => sameState(each.state, state)) === at);
  return used
    .filter(({ state }) => !isOneOf(state, columns))
    .map(({ key, state }) => {
      const path: FilePath = ['tracker', isGiven(['tracker', key]) ? key : 'states'];
      const sentence = `${named(state)} (\`tracker.${key}\`) is not one of \`tracker.states\`.`;
      return problem(path, sentence, [
        ['tracker', key],
        ['tracker', 'states'],
      ]);
    });
};

const chamberRoot: Check = ({ chamber }) => {
  const path: FilePath = ['chamber', 'root'];
  if (chamber.root !== null && !isAbsolute(chamber.root))
    return [problem(path, '`chamber.root` must be an absolute path.')];
  if (chamber.kind === 'worktree' || chamber.root !== null) return [];
  return [problem(path, '`chamber.root` is missing: say where the folders are made.', [['chamber', 'kind']])];
};

const environment: Check = ({ chamber, players }) =>
  [
    ...Object.keys(chamber.env).map((name) => ['chamber', 'env', name]),
    ...Object.entries(players).flatMap(([player, { env }]) =>
      Object.keys(env).map((name) => ['players', player, 'env', name]),
    ),
  ]
    .filter((path) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(path.at(-1) ?? ''))
    .map((path) => {
      return problem(path, `\`${showPath(path)}\` is not a name an environment variable can have.`);
    });

/** Work goes on without the workbench: what keeps it closed is a warning, told again at every start. */
const httpFace: Check = ({ http }) => {
  if (!http.enabled || isLoopback(http.host) || http.password !== null) return [];
  const sentence =
    '`http.host` is not this machine alone and `http.password` is not set: the workbench stays closed; set `http.password` to a `$NAME`.';
  return [{ ...problem(['http', 'host'], sentence, [['http', 'password']]), severity: 'warning' }];
};

/** Said wherever the configuration is looked at: who turned it on may have gone. */
const trackerWebhooks: Check = ({ webhooks, http }) => {
  const told = (path: FilePath, sentence: string): Contradiction => ({
    ...problem(path, sentence, [['http', 'enabled']]),
    severity: 'warning',
  });
  const unsigned = webhooks.unsigned
    ? [
        told(
          ['webhooks', 'unsigned'],
          '`webhooks.unsigned` is on: anybody who can reach this machine can make Symphony look at its tracker; set `webhooks.github.secret` or `webhooks.linear.secret` and take it out.',
        ),
      ]
    : [];
  const heard = (['github', 'linear'] as const).filter((name) => webhooks[name].secret !== null);
  const deaf = http.enabled
    ? []
    : heard.map((name) =>
        told(
          ['webhooks', name, 'secret'],
          `\`webhooks.${name}.secret\` has no effect: \`http.enabled\` is off, so nobody can tell Symphony anything.`,
        ),
      );
  return [...unsigned, ...deaf];
};

const notices: Check = ({ notify }, { isWhole }) => {
  if (!isWhole(['notify'], notify.length)) return [];
  return notify.flatMap(({ kind, url, secret }, at): Contradiction[] => {
    const place: FilePath = ['notify', at];
    const key = (name: string): string => `\`${showPath([...place, name])}\``;
    const stray = (name: string): Contradiction => ({
      ...problem([...place, name], `${key(name)} has no effect: ${kind} notices use none.`),
      severity: 'warning',
    });
    if (kind === 'desktop')
      return [...(url === null ? [] : [stray('url')]), ...(secret === null ? [] : [stray('secret')])];
    if (url === null) return [problem(place, `${key('url')} is missing: where should it be told?`)];
    return kind === 'slack' && secret !== null ? [stray('secret')] : [];
  });
};

/** What speaks like OpenAI may be anywhere: nobody can guess where. */
const runtimeModels: Check = ({ runtime }) =>
  Object.entries(runtime.models).flatMap(([tier, model]) => {
    if (model === null) return [];
    const place: FilePath = ['runtime', 'models', tier];
    const places = [
      { path: place, model },
      ...model.fallback.map((each, at) => ({ path: [...place, 'fallback', at] as FilePath, model: each })),
    ];
    return places
      .filter((each) => each.model.provider === 'openai-compatible' && each.model.base_url === null)
      .map(({ path }) =>
        problem(path, `\`${showPath([...path, 'base_url'])}\` is missing: where does this model answer?`),
      );
  });

const mcpServers: Check = ({ runtime }) =>
  Object.entries(runtime.mcp)
    .filter(([, { command, url }]) => (command === null) === (url === null))
    .map(([name]) => {
      const path: FilePath = ['runtime', 'mcp', name];
      return problem(path, `\`${showPath(path)}\` needs either a \`command\` or a \`url\`.`);
    });
