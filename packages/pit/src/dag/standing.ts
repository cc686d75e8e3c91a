import type { Flow, FlowChange, Instant, NodePath, Values } from '@symphony/domain';
import { placeOf } from './breakpoints.ts';
import { closed, region, reopenable } from './consequences.ts';
import type { FlowLimits } from './limits.ts';
import { Lines } from './lines.ts';
import { type Plan, type PlannedNode, planOf } from './plan.ts';
import {
  currentRound,
  type FlowFacts,
  freshFacts,
  hasEnded,
  isOver,
  type NodeFacts,
  type NodeRecord,
  type Scope,
  scopeOf,
} from './record.ts';
import { flowMay, nodeMay } from './transitions.ts';
import { isLost } from './verdict.ts';

type NodeChange = Extract<FlowChange, { kind: 'node' }>;

/** A step is over with the pause; until then it outlasts waiting for a person and a restart. */
function stepAfter(
  step: FlowFacts['step'],
  change: Extract<FlowChange, { kind: 'flow' }>,
): FlowFacts['step'] {
  if (change.to === 'paused' || isOver(change.to) || change.step === false) return null;
  return change.step ? { began: null } : step;
}

/** A node that changed because another did: what it was before. */
export interface Consequence {
  readonly record: NodeRecord;
  readonly before: NodeFacts;
}

/**
 * Where a flow stands: the fold of its changes. `apply` is the only thing that changes it, and what a
 * change implies for other nodes (those behind a node that is played again, those under a loop that
 * ended) is drawn here, so that a log cut off between two changes of one decision still folds to a
 * state one can go on from. The changes that spell the implied out are then without effect.
 *
 * `attempt` lets a decision look ahead: what was applied meanwhile is taken back.
 */
export class Standing {
  readonly plan: Plan;
  readonly limits: FlowLimits;
  readonly parameters: Values;
  readonly top: Scope;
  readonly lines: Lines;
  flow: FlowFacts;
  #journal: { readonly record: NodeRecord; readonly before: NodeFacts }[] | null = null;

  constructor(flow: Flow, limits: FlowLimits, parameters: Values) {
    this.plan = planOf(flow);
    this.limits = limits;
    this.parameters = parameters;
    this.top = scopeOf(this.plan, null, 0);
    this.flow = {
      state: 'pending',
      reason: '',
      results: null,
      startedAt: null,
      endedAt: null,
      runningSince: null,
      ranMs: 0,
      lastAt: 0,
      parallel: limits.parallel,
      breakpoints: [],
      before: null,
      passes: [],
      step: null,
    };
    this.lines = new Lines(limits.onError === 'halt');
    this.lines.addScope(this.top);
  }

  /** What `look` finds; everything that was applied in it is taken back. */
  attempt<T>(look: () => T): T {
    if (this.#journal) throw new Error('A decision is being made already.');
    const before = this.flow;
    const journal: Consequence[] = [];
    this.#journal = journal;
    try {
      return look();
    } finally {
      this.#journal = null;
      this.flow = before;
      for (const { record, before: facts } of journal.reverse()) this.#write(record, facts);
    }
  }

  /** Folds one change in. Returns which other nodes it moved. */
  apply(change: FlowChange, at: Instant): readonly Consequence[] {
    const moved: Consequence[] = [];
    switch (change.kind) {
      case 'flow':
        this.#applyFlow(change, at, moved);
        break;
      case 'node':
        this.#applyNode(this.find(change.node), change, at, moved);
        break;
      case 'way':
        this.#applyWay(change);
        break;
      case 'round':
        this.#applyRound(this.find(change.loop), change.round);
        break;
      case 'limit':
        this.flow = { ...this.flow, parallel: change.parallel };
        break;
      case 'breakpoints':
        this.flow = { ...this.flow, breakpoints: [...new Set(change.nodes.map(placeOf))] };
        break;
    }
    this.flow = { ...this.flow, lastAt: at };
    return moved;
  }

  find(path: NodePath): NodeRecord {
    const record = this.lookUp(path);
    if (!record) throw new Error(`The flow has no node "${path}".`);
    return record;
  }

  /** The node at a path, also in a round that is over; null when there is none. */
  lookUp(path: NodePath): NodeRecord | null {
    const own = this.plan.byId.get(path);
    if (own) return this.top.records[own.index] ?? null;
    const steps = path.split('/');
    let scope: Scope | undefined = this.top;
    for (let at = 0; ; at += 2) {
      const plan: PlannedNode | undefined = scope?.plan.byId.get(steps[at] ?? '');
      const record: NodeRecord | undefined = plan && scope?.records[plan.index];
      if (!record || at === steps.length - 1) return record ?? null;
      scope = record.rounds[Number(steps[at + 1]) - 1];
    }
  }

  /** When the flow's own time is over. */
  get flowDueAt(): Instant | null {
    const { runningSince, ranMs } = this.flow;
    if (runningSince === null || this.limits.timeoutMs === null) return null;
    return runningSince + this.limits.timeoutMs - ranMs;
  }

  /** Puts facts in place as they were saved; rounds are made as they are needed. */
  restore(path: NodePath, saved: Partial<NodeFacts>): void {
    const steps = path.includes('/') ? path.split('/') : [];
    for (let at = 2; at < steps.length; at += 2) {
      const loop = this.find(steps.slice(0, at - 1).join('/'));
      this.#roundOf(loop, Number(steps[at - 1]));
    }
    const record = this.find(path);
    if (saved.round) this.#roundOf(record, saved.round);
    this.#write(record, { ...freshFacts(record.plan), ...saved });
  }

  #applyFlow(change: Extract<FlowChange, { kind: 'flow' }>, at: Instant, moved: Consequence[]): void {
    const { to, reason } = change;
    const before = this.flow;
    if (!flowMay(before.state, to)) throw new Error(`A flow that is ${before.state} does not become ${to}.`);
    // After a restart of the conductor only the time up to the last change counts.
    const ranUntil = to === before.state ? before.lastAt : at;
    const ran = before.runningSince === null ? 0 : ranUntil - before.runningSince;
    this.flow = {
      ...before,
      state: to,
      reason,
      results: change.results ?? null,
      startedAt: before.startedAt ?? at,
      endedAt: isOver(to) ? at : null,
      runningSince: to === 'running' ? at : null,
      ranMs: before.ranMs + ran,
      before: (to === 'paused' && change.before) || null,
      // A step pauses anyway, so it goes past no breakpoint for good.
      passes: before.before === null || change.step ? before.passes : [...before.passes, before.before],
      step: stepAfter(before.step, change),
    };
    if (isOver(to))
      this.#close(this.top, to === 'cancelled' ? 'The flow was cancelled.' : 'The flow is over.', at, moved);
  }

  #applyNode(record: NodeRecord, change: NodeChange, at: Instant, moved: Consequence[]): void {
    const before = record.facts;
    const { to } = change;
    // Implied by an earlier change, and spelled out here.
    if (to === before.state && (to === 'pending' || to === 'skipped')) return;
    if (!nodeMay(before.state, to))
      throw new Error(`"${record.path}" is ${before.state} and does not become ${to}.`);
    if (record.plan.body && before.state === 'running' && to !== 'running') {
      const round = currentRound(record);
      if (round) this.#close(round, `The round of "${record.path}" is over.`, at, moved);
    }
    if (to === 'pending') {
      this.#replay(record, change.reason, at, moved);
      return;
    }
    this.#write(record, this.#factsAfter(record, change, at));
    this.#follow(record, before);
    const goesOn = record.facts.outputs !== null || !hasEnded(to);
    if (hasEnded(before.state) && before.outputs === null && goesOn) this.#reopen(record, moved);
  }

  /** What the beginning of a node means for breakpoints and steps. A new attempt is a beginning. */
  #follow({ path, facts }: NodeRecord, before: NodeFacts): void {
    const { passes, step } = this.flow;
    if (facts.state !== 'queued' && passes.includes(path))
      this.flow = { ...this.flow, passes: passes.filter((each) => each !== path) };
    if (step?.began === null && facts.attempt > before.attempt)
      this.flow = { ...this.flow, step: { began: path } };
  }

  #factsAfter(record: NodeRecord, change: NodeChange, at: Instant): NodeFacts {
    const { to, attempt, reason } = change;
    const before = record.facts;
    const asks = record.plan.node.kind === 'gate' && before.state !== 'waiting';
    const begins = to === 'running' || (to === 'waiting' && asks);
    const ended = hasEnded(to);
    const again = to === 'queued' && hasEnded(before.state);
    const { timeoutMs } = record.plan.node;
    return {
      state: to,
      attempt,
      reason,
      outputs: ended ? (change.outputs ?? (to === 'completed' ? {} : null)) : null,
      startedAt: begins ? at : before.startedAt,
      endedAt: ended ? at : null,
      dueAt: begins && timeoutMs !== undefined ? at + timeoutMs : (change.dueAt ?? null),
      ways: before.ways,
      replaced: to === 'waiting' && !asks,
      lost: to === 'skipped' && change.outputs === undefined && isLost(record),
      forgiven: again ? attempt : before.forgiven,
      restarts: again ? 0 : before.restarts,
      round: to === 'running' && attempt !== before.attempt ? 0 : before.round,
    };
  }

  /** The node asked for it by failing: everything from the named one on is as if it had never been played. */
  #replay(record: NodeRecord, reason: string, at: Instant, moved: Consequence[]): void {
    for (const each of region(record)) {
      const own = each === record ? 1 : 0;
      if (each.facts.state === 'pending') continue;
      const before = each.facts;
      if (each.plan.body && before.state === 'running') {
        const round = currentRound(each);
        if (round) this.#close(round, reason, at, moved);
      }
      const fresh = freshFacts(each.plan, before.attempt, before.restarts + own);
      this.#write(each, { ...fresh, reason: own ? reason : '' });
      if (!own) moved.push({ record: each, before });
    }
  }

  /** What was skipped only because it could not be had is open again. */
  #reopen(record: NodeRecord, moved: Consequence[]): void {
    for (const each of reopenable(record)) {
      const before = each.facts;
      this.#write(each, freshFacts(each.plan, before.attempt, before.restarts));
      moved.push({ record: each, before });
    }
  }

  /** What is under way in a scope that is over ends with it. */
  #close(scope: Scope, reason: string, at: Instant, moved: Consequence[]): void {
    for (const record of closed(scope)) {
      const before = record.facts;
      this.#write(record, { ...before, state: 'skipped', reason, endedAt: at, dueAt: null, replaced: false });
      moved.push({ record, before });
    }
  }

  #applyWay(change: Extract<FlowChange, { kind: 'way' }>): void {
    const record = this.find(change.from);
    const target = change.to.slice(change.to.lastIndexOf('/') + 1);
    // Two conditions between the same two nodes are decided in their order.
    const open = record.plan.ways.findIndex(
      (edge, way) => edge.to.node.id === target && record.facts.ways[way] === null,
    );
    if (open < 0) throw new Error(`The way from "${change.from}" to "${change.to}" is not open.`);
    this.#write(record, { ...record.facts, ways: record.facts.ways.with(open, change.taken) });
  }

  #applyRound(loop: NodeRecord, round: number): void {
    if (loop.facts.state !== 'running' || round !== loop.facts.round + 1)
      throw new Error(`"${loop.path}" is ${loop.facts.state} in round ${loop.facts.round}, not in ${round}.`);
    for (const record of this.#roundOf(loop, round).records)
      this.#write(record, freshFacts(record.plan, record.facts.attempt));
    this.#write(loop, { ...loop.facts, round });
  }

  #roundOf(loop: NodeRecord, round: number): Scope {
    const { body } = loop.plan;
    if (!body) throw new Error(`"${loop.path}" is no loop.`);
    while (loop.rounds.length < round) {
      const scope = scopeOf(body, loop, loop.rounds.length + 1);
      loop.rounds.push(scope);
      this.lines.addScope(scope);
    }
    return loop.rounds[round - 1] as Scope;
  }

  #write(record: NodeRecord, facts: NodeFacts): void {
    const before = record.facts;
    this.#journal?.push({ record, before });
    record.facts = facts;
    this.lines.follow(record, before);
  }
}
