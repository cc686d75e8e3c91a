import type { ChamberSettings } from '@symphony/adapters/chamber/worktree';
import type { OwnPrices } from '@symphony/adapters/price';
import { type CodexWishes, type Settings, sameState } from '@symphony/domain';
import type { ProjectConfig } from './schema.ts';
import { variableOf } from './secret.ts';

/** The part the conductor decides by. */
export const settingsOf = (config: ProjectConfig): Settings => ({
  target: config.target,
  tracker: {
    activeStates: config.tracker.active_states,
    terminalStates: config.tracker.terminal_states,
    requiredLabels: config.tracker.required_labels,
    startedState: config.tracker.started_state,
    reviewState: config.tracker.review_state,
    mergedState: config.tracker.merged_state,
  },
  repositories: config.repositories,
  pollIntervalMs: config.polling.interval,
  players: Object.fromEntries(
    Object.entries(config.players).map(([name, player]) => [
      name,
      {
        agent: player.agent,
        slots: player.slots,
        stallTimeoutMs: player.stall_timeout,
        model: player.model,
        ...(player.command === null ? {} : { command: player.command }),
        ...(player.args.length === 0 ? {} : { args: player.args }),
        ...(player.fallback.length === 0 ? {} : { fallback: player.fallback }),
        sandbox: profileOf(config, player),
        ...(player.shell === null ? {} : { shell: player.shell }),
        ...(player.codex === null ? {} : { codex: wishesOf(player.codex) }),
      },
    ]),
  ),
  defaultPlayer: config.default_player,
  routes: config.routes,
  slots: {
    total: config.slots.total,
    byState: config.slots.by_state,
    strategy: config.slots.strategy,
    starvationAfterMs: config.slots.starvation_after,
  },
  maxRetries: config.retry.max_retries,
  maxRetryBackoffMs: config.retry.max_retry_backoff,
  stallTimeoutMs: config.stall_timeout,
  turnTimeoutMs: config.turn_timeout,
  maxTurns: config.max_turns,
  budget: {
    maxCostPerItem: config.budget.max_cost_per_item,
    maxCostPerDay: config.budget.max_cost_total,
    maxTokensPerItem: config.budget.max_tokens_per_item,
    estimatePerRun: config.budget.estimate_per_run,
  },
  verify: config.verify,
  verifyTimeoutMs: config.verify_timeout,
  handoff: {
    mode: config.handoff.mode,
    followUp: config.handoff.follow_up,
    maxReturns: config.handoff.max_returns,
  },
  train: { batchSize: config.train.batch_size },
  permissions: config.permissions,
  inbox: { waitMs: config.inbox.wait, unanswered: config.inbox.unanswered },
  shutdownGraceMs: config.shutdown_grace,
  ...(config.conformance === null ? {} : { conformance: config.conformance }),
});

/** Only what was given: what is left out is codex's own to say. */
const wishesOf = (given: NonNullable<ProjectConfig['players'][string]['codex']>): CodexWishes => ({
  ...(given.approval_policy === null ? {} : { approvalPolicy: given.approval_policy }),
  ...(given.thread_sandbox === null ? {} : { threadSandbox: given.thread_sandbox }),
  ...(given.turn_sandbox_policy === null ? {} : { turnSandboxPolicy: given.turn_sandbox_policy }),
  ...(given.read_timeout === null ? {} : { readTimeoutMs: given.read_timeout }),
});

/** The rehearsal player does what its script says: it is never confined. */
const profileOf = (config: ProjectConfig, { agent, sandbox }: ProjectConfig['players'][string]) =>
  agent === 'rehearsal' ? 'off' : (sandbox ?? config.sandbox.profile);

/**
 * How chambers are furnished. A value that comes from a variable is a secret: a chamber's own `env`
 * is recorded in the log, so secrets stay apart from it. The result is never logged or shown.
 */
export function chamberOf(
  config: ProjectConfig,
  resolved: Readonly<Record<string, string>>,
): ChamberSettings & { readonly secrets: Record<string, string> } {
  const { links, copies, ports, hooks, hook_timeout: hookTimeoutMs, fetch, env } = config.chamber;
  const named = (secret: boolean): Record<string, string> =>
    Object.fromEntries(
      Object.entries(resolved).filter(([name]) => (variableOf(env[name]) !== null) === secret),
    );
  return {
    links,
    copies,
    ports,
    env: named(false),
    secrets: named(true),
    hooks,
    hookTimeoutMs,
    fetch,
    ...(config.conformance === null ? {} : { login: true }),
  };
}

/** The board's columns in order: as given, else every state the configuration speaks of. */
export function columnsOf({ tracker }: ProjectConfig): readonly string[] {
  if (tracker.states !== null) return tracker.states;
  const named = [
    ...tracker.active_states,
    tracker.started_state,
    tracker.review_state,
    tracker.merged_state,
    ...tracker.terminal_states,
  ].filter((state) => state !== null);
  return named.filter((state, at) => named.findIndex((each) => sameState(each, state)) === at);
}

/** A person's own prices, as the price list takes them: what is left out costs what input costs. */
export const ownPrices = ({ prices }: ProjectConfig): OwnPrices =>
  Object.fromEntries(
    Object.entries(prices).map(
      ([model, { input, output, cached_input: cachedInput, cache_write: cacheWrite }]) => [
        model,
        {
          input,
          output,
          ...(cachedInput === null ? {} : { cachedInput }),
          ...(cacheWrite === null ? {} : { cacheWrite }),
        },
      ],
    ),
  );
