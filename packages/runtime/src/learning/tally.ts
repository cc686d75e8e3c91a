import type { Instant, JournalEntry, RuntimeEvent, ToolResult } from '@symphony/domain';
import type { ModelStats, RouteStats, RuntimeStats, ToolStats } from './stats.ts';

export type Latency = {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
};

/** What is remembered of a session while its entries are read. */
export interface SessionSeen {
  begun: Instant | null;
  /** The first route counts: what was decided later followed from it. */
  route: string | null;
  fast: boolean;
  byPattern: boolean;
  escalated: boolean;
  outcome: { readonly success: boolean; readonly duration: number } | null;
  tokens: number;
  cost: number;
}

export const sessionSeen = (): SessionSeen => ({
  begun: null,
  route: null,
  fast: false,
  byPattern: false,
  escalated: false,
  outcome: null,
  tokens: 0,
  cost: 0,
});

interface ToolSeen {
  succeeded: number;
  readonly durations: number[];
  readonly failures: Map<string, number>;
}

interface ModelSeen {
  failed: number;
  retried: number;
  readonly latencies: number[];
  input: number;
  cached: number;
  output: number;
  cost: number;
  unpriced: number;
  readonly purposes: Record<string, number>;
}

/** Nearest rank: every figure is one that was measured. Nothing measured: zeros. */
export function latencyOf(measured: readonly number[]): Latency {
  const sorted = [...measured].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  const sum = sorted.reduce((total, each) => total + each, 0);
  return {
    mean: sorted.length === 0 ? 0 : sum / sorted.length,
    p50: at(0.5),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    most: at(1),
  };
}

export class Tally {
  readonly #tools = new Map<string, ToolSeen>();
  readonly #models = new Map<string, ModelSeen>();
  #plans = 0;
  #replans = 0;
  #reflections = 0;
  #lessons = 0;

  hear({ at, event }: JournalEntry, session: SessionSeen): void {
    switch (event.type) {
      case 'began':
        session.begun ??= at;
        break;
      case 'routed': {
        const { route, path, by } = event.decision;
        if (session.route === null) {
          session.route = route;
          session.fast = path !== 'planning';
          session.byPattern = by === 'pattern';
        } else if (session.fast && path === 'planning') session.escalated = true;
        break;
      }
      case 'planned':
        this.#plans += 1;
        session.escalated ||= session.fast;
        break;
      case 'replanned':
        this.#replans += 1;
        break;
      case 'reflected':
        this.#reflections += 1;
        break;
      case 'lesson':
        this.#lessons += 1;
        break;
      case 'tool-ended':
        this.#called(event.tool, event.result);
        break;
      case 'model-called':
        this.#asked(event);
        session.tokens += event.usage.inputTokens + event.usage.outputTokens;
        session.cost += event.usage.usd ?? 0;
        break;
      case 'ended':
        session.outcome = { success: event.outcome.success, duration: event.outcome.metrics.duration };
        break;
      default:
        break; // what was said and what is streamed is not counted
    }
  }

  #called(tool: string, { success, error, metrics }: ToolResult): void {
    const seen = kept(this.#tools, tool, () => ({ succeeded: 0, durations: [], failures: new Map() }));
    seen.durations.push(metrics.duration);
    if (success) seen.succeeded += 1;
    else {
      const said = (error ?? 'It did not say why.').slice(0, 200);
      seen.failures.set(said, (seen.failures.get(said) ?? 0) + 1);
    }
  }

  #asked({ purpose, usage, failed }: Extract<RuntimeEvent, { type: 'model-called' }>): void {
    const seen = kept(this.#models, usage.model, () => ({
      failed: 0,
      retried: 0,
      latencies: [],
      input: 0,
      cached: 0,
      output: 0,
      cost: 0,
      unpriced: 0,
      purposes: {},
    }));
    seen.latencies.push(usage.latencyMs);
    if (failed) seen.failed += 1;
    if (usage.tries > 1) seen.retried += 1;
    seen.input += usage.inputTokens;
    seen.cached += usage.cachedTokens;
    seen.output += usage.outputTokens;
    if (usage.usd === null) seen.unpriced += 1;
    else seen.cost += usage.usd;
    seen.purposes[purpose] = (seen.purposes[purpose] ?? 0) + 1;
  }

  read(sessions: readonly SessionSeen[]): RuntimeStats {
    const ended = sessions.filter(({ outcome }) => outcome !== null);
    const succeeded = ended.filter(({ outcome }) => outcome?.success).length;
    const routed = sessions.filter(({ route }) => route !== null);
    const models = [...this.#models].map(([model, seen]) => modelStats(model, seen));
    const total = (of: (each: ModelStats) => number): number =>
      models.reduce((sum, each) => sum + of(each), 0);
    return {
      sessions: {
        count: sessions.length,
        succeeded,
        failed: ended.length - succeeded,
        open: sessions.length - ended.length,
        latency: latencyOf(ended.map(({ outcome }) => outcome?.duration ?? 0)),
      },
      tools: byCount(
        [...this.#tools].map(([tool, seen]) => toolStats(tool, seen)),
        ({ calls }) => calls,
      ),
      routes: byCount(routeStats(routed), (each) => each.sessions),
      models: byCount(models, ({ calls }) => calls),
      tokens: {
        input: total(({ tokens }) => tokens.input),
        cached: total(({ tokens }) => tokens.cached),
        output: total(({ tokens }) => tokens.output),
      },
      cost: total(({ cost }) => cost),
      unpricedCalls: total(({ unpricedCalls }) => unpricedCalls),
      fastPathShare: share(routed.filter(({ fast, escalated }) => fast && !escalated).length, routed.length),
      patternShare: share(routed.filter(({ byPattern }) => byPattern).length, routed.length),
      escalations: routed.filter(({ escalated }) => escalated).length,
      plans: this.#plans,
      replans: this.#replans,
      reflections: this.#reflections,
      lessons: this.#lessons,
    };
  }
}

const toolStats = (tool: string, { succeeded, durations, failures }: ToolSeen): ToolStats => ({
  tool,
  calls: durations.length,
  succeeded,
  successRate: share(succeeded, durations.length),
  latency: latencyOf(durations),
  failures: byCount(
    [...failures].map(([error, count]) => ({ error, count })),
    ({ count }) => count,
  ).slice(0, 5),
});

const modelStats = (model: string, seen: ModelSeen): ModelStats => ({
  model,
  calls: seen.latencies.length,
  failed: seen.failed,
  retried: seen.retried,
  latency: latencyOf(seen.latencies),
  tokens: { input: seen.input, cached: seen.cached, output: seen.output },
  cost: seen.cost,
  unpricedCalls: seen.unpriced,
  purposes: seen.purposes,
});

function routeStats(routed: readonly SessionSeen[]): RouteStats[] {
  const byRoute = new Map<string, SessionSeen[]>();
  for (const session of routed) kept(byRoute, session.route ?? '', () => []).push(session);
  return [...byRoute].map(([route, sessions]) => {
    const ended = sessions.flatMap(({ outcome }) => outcome ?? []);
    const succeeded = ended.filter(({ success }) => success).length;
    return {
      route,
      sessions: sessions.length,
      succeeded,
      successRate: share(succeeded, ended.length),
      latency: latencyOf(ended.map(({ duration }) => duration)),
      tokens: sessions.reduce((sum, { tokens }) => sum + tokens, 0),
      cost: sessions.reduce((sum, { cost }) => sum + cost, 0),
      escalations: sessions.filter(({ escalated }) => escalated).length,
    };
  });
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const byCount = <T>(rows: readonly T[], count: (row: T) => number): T[] =>
  [...rows].sort((a, b) => count(b) - count(a));

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
