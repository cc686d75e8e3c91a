import { z } from 'zod';
import { cleanSchema } from '../clean/config.ts';
import { poolSchema } from '../players/config.ts';
import { httpSchema, notifySchema, telemetrySchema, webhooksSchema } from './outward.ts';
import { inboxSchema, permissionsSchema, sandboxSchema } from './permission.ts';
import { runtimeSchema } from './runtime.ts';
import { type UsualStates, withUsualStates } from './tracker-states.ts';
import {
  branch,
  duration,
  entry,
  flag,
  innerPath,
  json,
  listOf,
  mapOf,
  money,
  none,
  oneOf,
  optional,
  plainValue,
  section,
  text,
  whole,
} from './value.ts';

/**
 * Every key of `.symphony/symphony.yaml`, with its default. The data keeps the file's spelling, so
 * that what is shown, what is explained and what is written are one and the same.
 */

const fieldMatch = entry({ name: text, value: plainValue });
const hook = none(text);
const cap = (sentence: string) =>
  none(money.positive({ error: `must be more than 0; leave it out for no cap on ${sentence}` }));

/** Null: what is usual for the kind of tracker. */
const states = none(
  z.array(text, { error: 'must be a list' }).min(1, { error: 'must name at least one state' }),
);
/** Null means: leave the tracker as it is. Left out: what is usual for the kind. */
const stateOrNone = z.nullable(text).optional();

const tracker = section({
  kind: optional(oneOf(['board', 'github', 'linear']), 'board'),
  active_states: states,
  terminal_states: states,
  /** Every state in the order of the board's columns. Null: taken from the items. */
  states: none(z.array(text, { error: 'must be a list' })),
  required_labels: listOf(text),
  started_state: stateOrNone,
  review_state: stateOrNone,
  merged_state: stateOrNone,
  provider: mapOf(json),
});

const player = entry({
  agent: text,
  model: none(text),
  slots: none(whole(0)),
  stall_timeout: none(duration('zero')),
  /** MB of one process. Null: 200. */
  memory: none(whole(1)),
  /** The program. Null: the agent's usual one. */
  command: none(text),
  args: listOf(plainValue),
  env: mapOf(plainValue),
  /** Who plays while this one rests or is not to be had, in this order. */
  fallback: listOf(text),
  sandbox: none(oneOf(['off', 'standard', 'strict'])),
  /** A command line for `bash -lc`, instead of `command` and `args`. */
  shell: none(text),
  /** What codex is asked with, in its own words. */
  codex: none(
    entry({
      approval_policy: none(json),
      thread_sandbox: none(json),
      turn_sandbox_policy: none(json),
      read_timeout: none(duration('positive')),
    }),
  ),
});

/** Where finished work goes: the merge train on this machine, or pull requests. */
const codeHost = section({
  kind: optional(oneOf(['local', 'github']), 'local'),
  /** `owner/name`. Null: told from the remote's address. */
  repository: none(text),
  remote: optional(text, 'origin'),
  draft: optional(flag, false),
  labels: listOf(text),
  /** Logins; `team/NAME` asks a team. */
  reviewers: listOf(text),
  merge_method: optional(oneOf(['merge', 'squash', 'rebase']), 'merge'),
  delete_branch: optional(flag, false),
  on_withdraw: optional(oneOf(['close', 'leave']), 'close'),
  required_checks: listOf(text),
  /** Logins whose remarks count although they may not write or are programs (`NAME[bot]`), or are our own. */
  hear: listOf(text),
  /** Endpoint and credentials. Empty: those of a tracker of the same kind. */
  provider: mapOf(json),
});

const dollars = money.min(0, { error: 'must be 0 or more' });

const price = entry({
  input: dollars,
  output: dollars,
  /** Null: as `input`. */
  cached_input: none(dollars),
  cache_write: none(dollars),
});

const chamber = section({
  /** `folder`: an empty folder that `hooks.after_create` fills; `worktree`: one of this repository. */
  kind: optional(oneOf(['worktree', 'folder']), 'worktree'),
  /** Where chambers are made, absolute. Null: `.symphony/chambers`. */
  root: none(text),
  /** `plain`: named as the item where its identifier can be a file's name. */
  keys: optional(oneOf(['hashed', 'plain']), 'hashed'),
  links: listOf(innerPath),
  copies: listOf(innerPath),
  ports: optional(whole(0).max(100, { error: 'must not be more than 100' }), 0),
  env: mapOf(plainValue),
  hooks: section({ after_create: hook, before_run: hook, after_run: hook, before_remove: hook }),
  hook_timeout: optional(duration('positive'), 60_000),
  fetch: optional(flag, true),
});

export const projectSchema = section({
  target: none(branch),
  tracker,
  repositories: section({ allow: listOf(text), deny: listOf(text), slots: mapOf(whole(0)) }),
  polling: section({ interval: optional(duration('positive'), 30_000) }),
  players: mapOf(player),
  default_player: none(text),
  pool: poolSchema,
  routes: listOf(entry({ label: none(text), field: none(fieldMatch), player: text })),
  slots: section({
    total: optional(whole(1), 4),
    by_state: mapOf(whole(0)),
    strategy: optional(oneOf(['priority', 'round-robin', 'fair-share', 'queue', 'weighted']), 'priority'),
    starvation_after: none(duration('positive')),
  }),
  retry: section({
    max_retries: optional(whole(0), 3),
    max_retry_backoff: optional(duration('positive'), 300_000),
  }),
  stall_timeout: optional(duration('zero'), 300_000),
  turn_timeout: optional(duration('positive'), 3_600_000),
  max_turns: optional(whole(1), 20),
  budget: section({
    max_cost_per_item: cap('the cost of one item'),
    max_cost_total: cap('the cost of a day'),
    max_tokens_per_item: none(whole(1)),
    estimate_per_run: optional(money.min(0, { error: 'must be 0 or more' }), 0),
  }),
  verify: z.preprocess((given) => (typeof given === 'string' ? [given] : given), listOf(text)),
  verify_timeout: optional(duration('positive'), 900_000),
  // `handoff: review` is what most people want to say.
  handoff: z.preprocess(
    (given) => (typeof given === 'string' ? { mode: given } : given),
    section({
      mode: optional(oneOf(['auto', 'review', 'agent']), 'auto'),
      follow_up: optional(flag, true),
      max_returns: optional(whole(0), 3),
    }),
  ),
  code_host: codeHost,
  train: section({ batch_size: optional(whole(1), 4) }),
  chamber,
  permissions: permissionsSchema,
  inbox: inboxSchema,
  sandbox: sandboxSchema,
  /** Whether agents are offered Symphony's own tools (progress, questions, the tracker). */
  host_tools: optional(flag, true),
  /** Dollars for a million tokens, for models whose price is not known or not yours. */
  prices: mapOf(price),
  /** Variables that hold the keys artifacts are encrypted with. */
  artifacts: section({ key: none(text), former_keys: listOf(text) }),
  clean: cleanSchema,
  webhooks: webhooksSchema,
  http: httpSchema,
  /** Who is told of what needs a person. */
  notify: notifySchema,
  telemetry: telemetrySchema,
  /** Symphony's own agent. */
  runtime: runtimeSchema,
  prompts: section({
    /** Null: `default.md` where there is one, else the built-in text. */
    default: none(innerPath),
    routes: listOf(entry({ label: none(text), field: none(fieldMatch), prompt: innerPath })),
  }),
  durability: optional(oneOf(['normal', 'full']), 'normal'),
  mirror: optional(flag, true),
  shutdown_grace: optional(duration('zero'), 30_000),
  /** How the public service specification is kept to: set by a WORKFLOW.md. */
  conformance: none(oneOf(['safe', 'letter'])),
});

type Given = z.output<typeof projectSchema>;

/** All values after defaults, durations in milliseconds, secrets still as `$VAR`. */
export type ProjectConfig = Omit<Given, 'target' | 'default_player' | 'tracker'> & {
  readonly tracker: Omit<Given['tracker'], keyof UsualStates> & UsualStates;
  readonly target: string;
  readonly default_player: string;
};

export type PromptRoute = ProjectConfig['prompts']['routes'][number];

/** A player nobody said anything else about. */
export const plainPlayer = (agent: string): Given['players'][string] => ({
  agent,
  model: null,
  slots: null,
  stall_timeout: null,
  memory: null,
  command: null,
  args: [],
  env: {},
  fallback: [],
  sandbox: null,
  shell: null,
  codex: null,
});

/** What stands when the file does not say. */
export interface Defaults {
  /** The branch of the main checkout. */
  readonly target: string;
  /** The agents that were found ready on this machine, the preferred one first (C23). */
  readonly agents?: readonly string[];
}

/** What the file leaves open: the branch to work on, and who plays when nobody is named. */
export function complete(given: Given, defaults: Defaults): ProjectConfig {
  const named = Object.keys(given.players);
  const found = defaults.agents?.length ? defaults.agents : ['rehearsal'];
  const players =
    named.length > 0 ? given.players : Object.fromEntries(found.map((agent) => [agent, plainPlayer(agent)]));
  return {
    ...given,
    tracker: withUsualStates(given.tracker),
    target: given.target ?? defaults.target,
    players,
    default_player: given.default_player ?? Object.keys(players)[0] ?? 'rehearsal',
  };
}
