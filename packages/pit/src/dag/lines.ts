import type { Instant } from '@symphony/domain';
import { Heap } from './heap.ts';
import type { PlannedNode } from './plan.ts';
import { Readiness } from './readiness.ts';
import {
  beside,
  comesBefore,
  currentRound,
  hasEnded,
  isLive,
  type NodeFacts,
  type NodeRecord,
  type Scope,
} from './record.ts';
import { arrivalOf, isCalled, verdictOn } from './verdict.ts';

interface Due {
  readonly record: NodeRecord;
  readonly at: Instant;
}

/**
 * Who is next: the index over the fold that makes a decision cost as much as what it changes.
 *
 * A node with something to be decided stands in one line: `free` when it takes no place, else the
 * line of those that demand the same. Nobody is taken out of the middle: one that has nothing to be
 * decided any more is passed over when it comes to the front. So a decision that is taken back needs
 * only to let its nodes stand in line again.
 */
export class Lines {
  readonly #halts: boolean;
  readonly #readiness = new Readiness<NodeRecord>();
  readonly #free = new Heap<NodeRecord>(comesBefore);
  readonly #places = new Map<string, Heap<NodeRecord>>();
  readonly #due = new Heap<Due>((a, b) => (a.at === b.at ? a.record.path < b.record.path : a.at < b.at));
  readonly #used = new Map<string, number>();
  readonly #unannounced = new Set<NodeRecord>();
  #told: Instant = Number.NEGATIVE_INFINITY;
  /** Queued, running or waiting. */
  readonly underWay = new Set<NodeRecord>();
  /** Nodes that work. */
  busy = 0;
  /** Nodes that wait before they are tried again. */
  delayed = 0;
  /** Gates that wait for a person. */
  gates = 0;

  constructor(halts: boolean) {
    this.#halts = halts;
  }

  addScope(scope: Scope): void {
    for (const record of scope.records)
      this.#readiness.set(
        record,
        record.plan.incoming.map(({ from }) => beside(record, from)),
      );
    this.#enterAll(scope);
  }

  used(resource: string): number {
    return this.#used.get(resource) ?? 0;
  }

  /** Brings counters and lines in step with a node whose facts were replaced. */
  follow(record: NodeRecord, before: NodeFacts): void {
    const { plan, scope, facts } = record;
    this.#count(record, before, -1);
    this.#count(record, facts, 1);
    if (facts.state === 'pending' || hasEnded(facts.state)) this.underWay.delete(record);
    else this.underWay.add(record);
    // Also when only the state differs: the entry of another state may have been used up.
    const isDue = facts.dueAt !== before.dueAt || facts.state !== before.state;
    if (facts.dueAt !== null && isDue) this.#due.push({ record, at: facts.dueAt });
    for (const ready of this.#readiness.settle(record, isSettled(facts))) this.#enter(ready);
    for (const merge of plan.merges) this.#enterMerge(beside(record, merge), plan);
    if (plan.standIn) this.#enter(beside(record, plan.standIn));
    for (const each of plan.standsInFor) this.#enter(beside(record, each));
    if (
      plan.body &&
      facts.state === 'running' &&
      (before.state !== 'running' || before.round !== facts.round)
    ) {
      const round = currentRound(record);
      if (round) this.#enterAll(round);
    }
    this.#enter(record);
    // A failure, or one that is made good, decides whether loops beside it and around it go on.
    if (this.#halts && (facts.state === 'failed') !== (before.state === 'failed')) this.#enterAll(scope);
    if (scope.loop && this.isFinished(scope)) this.#enter(scope.loop);
  }

  /** All nodes have ended, or a failure stopped it and nothing runs any more. */
  isFinished(scope: Scope): boolean {
    return scope.open === 0 || (scope.active === 0 && this.isStopped(scope));
  }

  /** Nothing new starts in it. */
  isStopped({ failures, loop }: Scope): boolean {
    return (this.#halts && failures > 0) || (loop !== null && this.isStopped(loop.scope));
  }

  /** The next that takes no place. */
  takeFree(): NodeRecord | null {
    return this.#front(this.#free) ? this.#take(this.#free) : null;
  }

  /** The first of every line of those that work, best first. */
  heads(): NodeRecord[] {
    const heads: NodeRecord[] = [];
    for (const line of this.#places.values()) {
      const head = this.#front(line);
      if (head) heads.push(head);
    }
    return heads.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  }

  /** Takes a head out of its line. */
  take(head: NodeRecord): void {
    if (head.line) this.#take(head.line);
  }

  /** Lets one that was taken stand in line again. */
  putBack(record: NodeRecord): void {
    this.#enter(record);
  }

  /** Those that stand in line for a place and are not yet recorded as queued, best first. */
  unannounced(): NodeRecord[] {
    const found = [...this.#unannounced].filter(
      (record) => record.facts.state === 'pending' && this.#lineFor(record) === record.line,
    );
    return found.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  }

  /** The next node whose time to end is over. Those whose wait is over stand in line after this. */
  overdue(now: Instant): NodeRecord | null {
    this.#told = now;
    for (let due = this.#nextDue(); due && due.at <= now; due = this.#nextDue()) {
      if (due.record.facts.state !== 'queued') return due.record;
      this.#due.pop();
      this.#enter(due.record);
    }
    return null;
  }

  nextDue(): Instant | null {
    return this.#nextDue()?.at ?? null;
  }

  #nextDue(): Due | undefined {
    for (let due = this.#due.peek(); due; due = this.#due.peek()) {
      if (due.record.facts.dueAt === due.at && isLive(due.record.scope)) return due;
      this.#due.pop();
    }
    return undefined;
  }

  #count({ plan, scope }: NodeRecord, { state, dueAt, replaced }: NodeFacts, by: 1 | -1): void {
    if (!hasEnded(state)) scope.open += by;
    if (state === 'failed' && !plan.tolerated) scope.failures += by;
    if (state === 'queued' && dueAt !== null) this.delayed += by;
    if (state === 'waiting' && !replaced) this.gates += by;
    if (state !== 'running') return;
    scope.active += by;
    if (!plan.works) return;
    this.busy += by;
    for (const [name, amount] of plan.resources) this.#used.set(name, this.used(name) + by * amount);
  }

  #enterAll(scope: Scope): void {
    for (const record of scope.records) {
      this.#enter(record);
      const round = record.facts.state === 'running' ? currentRound(record) : null;
      if (round) this.#enterAll(round);
    }
  }

  /** A merge may go on with the first that arrives; the others need not be looked at for that. */
  #enterMerge(merge: NodeRecord, source: PlannedNode): void {
    if (merge.facts.state !== 'pending') return;
    const edges = source.outgoing.filter(({ to }) => to === merge.plan);
    if (edges.some((edge) => arrivalOf(merge, edge) === 'arrived')) this.#enter(merge);
  }

  #enter(record: NodeRecord): void {
    const line = this.#lineFor(record);
    if (line && line !== this.#free && record.facts.state === 'pending') this.#unannounced.add(record);
    else this.#unannounced.delete(record);
    if (!line || record.line === line) return;
    record.line = line;
    line.push(record);
  }

  #front(line: Heap<NodeRecord>): NodeRecord | null {
    for (let head = line.peek(); head; head = line.peek()) {
      if (head.line === line && this.#lineFor(head) === line) return head;
      line.pop();
      if (head.line !== line) continue;
      head.line = null;
      this.#enter(head);
    }
    return null;
  }

  #take(line: Heap<NodeRecord>): NodeRecord | null {
    const head = line.pop() ?? null;
    if (head) head.line = null;
    return head;
  }

  /** The line it belongs in as things stand, or null when there is nothing to be decided about it. */
  #lineFor(record: NodeRecord): Heap<NodeRecord> | null {
    if (!isLive(record.scope)) return null;
    const { plan, facts } = record;
    switch (facts.state) {
      case 'pending':
        if (!this.#isDecidable(record)) return null;
        return plan.works && verdictOn(record).kind === 'play' ? this.#placeLine(plan.demand) : this.#free;
      case 'queued':
        if (facts.dueAt !== null && facts.dueAt > this.#told) return null;
        return plan.works ? this.#placeLine(plan.demand) : this.#free;
      case 'running':
        return plan.body && this.#isRoundOver(record) ? this.#free : null;
      case 'waiting':
        return this.#isStandInOver(record) ? this.#free : null;
      default:
        return isSettled(facts) ? null : this.#free;
    }
  }

  #isDecidable(record: NodeRecord): boolean {
    const { plan } = record;
    if (plan.standsInFor.length > 0 && !isCalled(record)) {
      if (!plan.standsInFor.every((each) => hasEnded(beside(record, each).facts.state))) return false;
    }
    if (this.#readiness.isReady(record)) return true;
    return plan.isMerge && plan.incoming.some((edge) => arrivalOf(record, edge) === 'arrived');
  }

  #isStandInOver(record: NodeRecord): boolean {
    const { standIn } = record.plan;
    return record.facts.replaced && standIn !== null && hasEnded(beside(record, standIn).facts.state);
  }

  #isRoundOver(loop: NodeRecord): boolean {
    const round = currentRound(loop);
    return round === null || this.isFinished(round);
  }

  #placeLine(demand: string): Heap<NodeRecord> {
    const known = this.#places.get(demand);
    if (known) return known;
    const line = new Heap<NodeRecord>(comesBefore);
    this.#places.set(demand, line);
    return line;
  }
}

/** It has ended and all its ways are decided: those behind it can know what became of it. */
const isSettled = ({ state, outputs, ways }: NodeFacts): boolean =>
  hasEnded(state) && (outputs === null || !ways.includes(null));
