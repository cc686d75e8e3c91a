import type { AgentEvent, Entry, Evidence, Instant, ItemId, RunId } from '@symphony/domain';

/** A stretch of work that is over, as tracing tools show it. */
export interface FinishedSpan {
  /** Names it for ever: the same work has the same key whoever tells of it. */
  readonly key: string;
  /** The key of the span it is a part of; null for a run. */
  readonly parent: string | null;
  /** The run all of it belongs to: one trace per run. */
  readonly run: RunId;
  readonly name: SpanName;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  /** Null: neither good nor bad. */
  readonly ok: boolean | null;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export type SpanName = 'run' | 'turn' | 'tool' | 'proof' | 'merge';

type OpenSpan = Omit<FinishedSpan, 'endedAt' | 'ok'>;

/** What is read again after a restart. Tools are not among it: they ended with the agents. */
export const RECALLED_TYPES: readonly string[] = [
  'run-started',
  'turn-started',
  'turn-ended',
  'proving-started',
  'evidence-recorded',
  'run-ended',
];

/**
 * Which spans an entry ends. Keeps what is under way and nothing else: everything in it goes with
 * the end of its run, or with the next time its item is merged.
 */
export class SpanBook {
  readonly #open = new Map<string, OpenSpan>();
  /** The run that made what is merged. */
  readonly #lastRun = new Map<ItemId, RunId>();
  readonly #turns = new Map<RunId, number>();
  readonly #merging = new Map<ItemId, string>();

  hear({ at, event }: Entry): readonly FinishedSpan[] {
    switch (event.type) {
      case 'run-started': {
        const { item, run, player, attempt } = event;
        this.#lastRun.set(item, run);
        const attributes = { item, player, attempt };
        this.#begin({ key: runKey(run), parent: null, run, name: 'run', startedAt: at, attributes });
        return [];
      }
      case 'turn-started': {
        const { run, turn, kind } = event;
        this.#turns.set(run, turn);
        this.#part('turn', turnKey(run, turn), run, runKey(run), at, { turn, kind });
        return [];
      }
      case 'turn-ended': {
        const { run, turn, status } = event;
        return this.#end(turnKey(run, turn), at, status === 'completed', { status });
      }
      case 'agent-reported':
        return this.#agent(event.run, event.event, at);
      case 'proving-started':
        this.#part('proof', proofKey(event.run), event.run, runKey(event.run), at, { tree: event.tree });
        return [];
      case 'evidence-recorded':
        return this.#end(proofKey(event.run), at, event.evidence.passed, proofAttributes(event.evidence));
      case 'run-ended':
        return this.#endRun(event.run, at, {
          inputTokens: event.spend.inputTokens,
          outputTokens: event.spend.outputTokens,
          usd: event.spend.usd,
        });
      case 'train-departed':
        return event.items.flatMap((item) => this.#merge(item, event.attempt, at));
      case 'train-landed':
        return event.items.flatMap((item) => {
          const ended = this.#endMerge(item, at, true, { commit: event.commit });
          this.#lastRun.delete(item);
          return ended;
        });
      case 'handoff-returned':
        return this.#endMerge(event.item, at, false, { why: event.why });
      case 'train-split':
      case 'train-held':
      case 'train-restarted':
        return [...this.#merging]
          .filter(([, key]) => key.startsWith(`merge/${event.attempt}/`))
          .flatMap(([item]) => this.#endMerge(item, at, false, { why: event.type }));
      default:
        return [];
    }
  }

  #agent(run: RunId, event: AgentEvent, at: Instant): readonly FinishedSpan[] {
    if (event.type === 'tool-started') {
      const turn = turnKey(run, this.#turns.get(run) ?? 0);
      const parent = this.#open.has(turn) ? turn : runKey(run);
      this.#part('tool', toolKey(run, event.id), run, parent, at, {
        tool: event.name,
        summary: event.summary,
      });
      return [];
    }
    return event.type === 'tool-ended' ? this.#end(toolKey(run, event.id), at, event.ok, {}) : [];
  }

  /** A part of a run nobody has heard of would hang in the air. */
  #part(
    name: SpanName,
    key: string,
    run: RunId,
    parent: string,
    at: Instant,
    attributes: OpenSpan['attributes'],
  ): void {
    if (this.#open.has(runKey(run))) this.#begin({ key, parent, run, name, startedAt: at, attributes });
  }

  #begin(span: OpenSpan): void {
    this.#open.set(span.key, span);
  }

  #end(
    key: string,
    at: Instant,
    ok: boolean | null,
    attributes: OpenSpan['attributes'],
  ): readonly FinishedSpan[] {
    const span = this.#open.get(key);
    if (!span) return [];
    this.#open.delete(key);
    const endedAt = Math.max(at, span.startedAt);
    return [{ ...span, endedAt, ok, attributes: { ...span.attributes, ...attributes } }];
  }

  /** What is still open in it was cut off. */
  #endRun(run: RunId, at: Instant, attributes: OpenSpan['attributes']): readonly FinishedSpan[] {
    this.#turns.delete(run);
    const parts = [...this.#open.values()].filter((span) => span.run === run && span.name !== 'merge');
    return parts
      .filter(({ name }) => name !== 'run')
      .flatMap(({ key }) => this.#end(key, at, null, { cutOff: true }))
      .concat(this.#end(runKey(run), at, null, attributes));
  }

  /** The run is over by then: its merge is told as a later part of the same trace. */
  #merge(item: ItemId, attempt: string, at: Instant): readonly FinishedSpan[] {
    const former = this.#endMerge(item, at, false, { why: 'tried again' });
    const run = this.#lastRun.get(item);
    if (run === undefined) return former;
    const key = `merge/${attempt}/${item}`;
    this.#merging.set(item, key);
    const attributes = { item, train: attempt };
    this.#begin({ key, parent: runKey(run), run, name: 'merge', startedAt: at, attributes });
    return former;
  }

  #endMerge(
    item: ItemId,
    at: Instant,
    ok: boolean,
    attributes: OpenSpan['attributes'],
  ): readonly FinishedSpan[] {
    const key = this.#merging.get(item);
    if (key === undefined) return [];
    this.#merging.delete(item);
    return this.#end(key, at, ok, attributes);
  }
}

const runKey = (run: RunId): string => `run/${run}`;
const turnKey = (run: RunId, turn: number): string => `turn/${run}/${turn}`;
const toolKey = (run: RunId, id: string): string => `tool/${run}/${id}`;
const proofKey = (run: RunId): string => `proof/${run}`;

const proofAttributes = ({ commit, passed, results }: Evidence): OpenSpan['attributes'] => ({
  commit,
  passed,
  commands: results.length,
});
