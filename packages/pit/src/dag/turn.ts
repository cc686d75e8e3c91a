import type { Chance, FlowChange, FlowNode, Instant, NodePath, Values } from '@symphony/domain';
import { region } from './consequences.ts';
import { beside, hasEnded, type NodeRecord } from './record.ts';
import { type RecoveryStep, recoveryStep } from './recovery.ts';
import type { Standing } from './standing.ts';
import type { Evaluate } from './values.ts';
import { defaultsOf } from './verdict.ts';

export interface FlowContext {
  readonly now: Instant;
  readonly chance: Chance;
  /** Throws an Error with a plain sentence. */
  readonly evaluate: Evaluate;
}

/** A node that is to be played now. */
export interface NodeStart {
  readonly path: NodePath;
  readonly node: FlowNode;
  readonly attempt: number;
  readonly inputs: Values;
}

export interface FlowDecision {
  readonly changes: readonly FlowChange[];
  readonly starts: readonly NodeStart[];
  /** Nodes at work that are to be ended: cancelled, timed out, played again from earlier on. */
  readonly stops: readonly NodePath[];
  /** Why an operator's input was not accepted; null when it was. */
  readonly refusal: string | null;
}

type NodeChange = Extract<FlowChange, { kind: 'node' }>;

/**
 * One decision while it is made. Each change is applied at once, so that the next step sees it; all
 * of it is taken back in the end.
 */
export class Turn {
  readonly standing: Standing;
  readonly context: FlowContext;
  readonly #changes: FlowChange[] = [];
  readonly #starts: NodeStart[] = [];
  readonly #stops = new Set<NodePath>();
  refusal: string | null = null;

  constructor(standing: Standing, context: FlowContext) {
    this.standing = standing;
    this.context = context;
  }

  decision(): FlowDecision {
    // What was started in this very decision and is not wanted any more was never begun.
    const { standing } = this;
    const wanted = ({ path, attempt }: NodeStart): boolean => {
      const { facts } = standing.find(path);
      return facts.state === 'running' && facts.attempt === attempt;
    };
    return {
      changes: this.#changes,
      starts: this.#starts.filter(wanted),
      stops: [...this.#stops],
      refusal: this.refusal,
    };
  }

  refuse(sentence: string): void {
    this.refusal = sentence;
  }

  emit(change: FlowChange): void {
    const moved = this.standing.apply(change, this.context.now);
    this.#changes.push(change);
    for (const { record, before } of moved) {
      if (before.state === 'running') this.#stop(record);
      const { state, attempt, reason } = record.facts;
      const spelled: NodeChange = { kind: 'node', node: record.path, to: state, attempt, reason };
      this.#changes.push(spelled);
    }
  }

  /** Moves a node; what is not named stays. */
  move(
    record: NodeRecord,
    to: NodeChange['to'],
    more: Partial<Omit<NodeChange, 'kind' | 'node' | 'to'>> = {},
  ): void {
    const { attempt } = record.facts;
    this.emit({ kind: 'node', node: record.path, to, attempt, reason: '', ...more });
  }

  start(record: NodeRecord, inputs: Values): void {
    const attempt = record.facts.attempt + 1;
    this.move(record, 'running', { attempt });
    this.#starts.push({ path: record.path, node: record.plan.node, attempt, inputs });
  }

  /** The same attempt once more, because nobody knows what became of it. */
  startAgain(record: NodeRecord, inputs: Values): void {
    const { attempt } = record.facts;
    this.move(record, 'running', { attempt, reason: 'Started again: Symphony was restarted while it ran.' });
    this.#starts.push({ path: record.path, node: record.plan.node, attempt, inputs });
  }

  /** A node's own end was not asked for: whoever plays it is told to stop. */
  end(record: NodeRecord): void {
    if (record.facts.state === 'running') this.#stop(record);
  }

  /** A node has failed: what its recovery says is done. `final`: trying again would not help. */
  fail(record: NodeRecord, reason: string, final: boolean): void {
    const { plan, facts } = record;
    const failures = facts.attempt - facts.forgiven;
    const step = recoveryStep(plan.node.recovery, failures, final, this.context.chance);
    this.#recover(record, step, reason);
  }

  #recover(record: NodeRecord, step: RecoveryStep, reason: string): void {
    const { node } = record.plan;
    switch (step.kind) {
      case 'retry': {
        const dueAt = this.context.now + step.waitMs;
        return this.move(record, 'queued', { dueAt, reason: `It failed and is tried again: ${reason}` });
      }
      case 'fallback':
        if ('node' in step) return this.#replace(record, reason);
        return this.move(record, 'completed', {
          outputs: { ...defaultsOf(node.outputs), ...step.outputs },
          reason: `It failed and the outputs for that case are used: ${reason}`,
        });
      case 'skip':
        return this.move(record, 'skipped', {
          outputs: { ...defaultsOf(node.outputs), ...step.outputs },
          reason: `It failed and is left out: ${reason}`,
        });
      case 'restart':
        return this.#restart(record, step, reason);
      case 'fail':
        return this.move(record, 'failed', { reason });
    }
  }

  #replace(record: NodeRecord, reason: string): void {
    const { plan, facts } = record;
    const standIn = plan.standIn && beside(record, plan.standIn);
    // A gate nobody was asked at has no answer to replace.
    const unasked = plan.node.kind === 'gate' && facts.state !== 'waiting';
    if (!standIn || unasked || (hasEnded(standIn.facts.state) && standIn.facts.outputs === null))
      return this.move(record, 'failed', { reason });
    this.move(record, 'waiting', { reason: `It failed and "${standIn.path}" takes its place: ${reason}` });
  }

  #restart(
    record: NodeRecord,
    step: { readonly from: string; readonly times: number },
    reason: string,
  ): void {
    const { state, restarts } = record.facts;
    const begun = state === 'running' || state === 'waiting';
    if (!begun || restarts >= step.times || region(record).length === 0)
      return this.move(record, 'failed', { reason });
    const again = `It failed and everything from "${step.from}" on is played again: ${reason}`;
    this.move(record, 'pending', { reason: again });
  }

  #stop(record: NodeRecord): void {
    if (!record.plan.works) return;
    const begun = this.#starts.some(
      ({ path, attempt }) => path === record.path && attempt === record.facts.attempt,
    );
    if (!begun) this.#stops.add(record.path);
  }
}
