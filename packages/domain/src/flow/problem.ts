import type { NodeId } from './flow.ts';

/** Where in the flow: `['nodes', 3, 'body', 'edges', 0]`. */
export type FlowPath = readonly (string | number)[];

/** One thing wrong with a flow. `sentence` says what, `nextStep` what to do about it. */
export type FlowProblem = FlowFault & {
  readonly where: FlowPath;
  readonly sentence: string;
  readonly nextStep: string;
};

export type FlowFault =
  /** From a node back to itself, in playing order: `[a, b, a]`. */
  | { readonly kind: 'cycle'; readonly path: readonly NodeId[] }
  | { readonly kind: 'orphan'; readonly node: NodeId }
  | { readonly kind: 'missing-input'; readonly node: NodeId; readonly port: string }
  /** All that would give it a value is switched off. */
  | { readonly kind: 'disconnected-input'; readonly node: NodeId; readonly port: string }
  | {
      readonly kind: 'type-mismatch';
      readonly node: NodeId;
      readonly port: string;
      readonly expected: string;
      readonly found: string;
    }
  | { readonly kind: 'duplicate-id'; readonly node: NodeId }
  | { readonly kind: 'bad-id'; readonly node: NodeId }
  | { readonly kind: 'bad-port'; readonly node: NodeId; readonly port: string }
  | { readonly kind: 'bad-edge'; readonly from: NodeId; readonly to: NodeId }
  | { readonly kind: 'unreachable-output'; readonly node: NodeId }
  | { readonly kind: 'unbounded-loop'; readonly node: NodeId; readonly times: number }
  | { readonly kind: 'bad-recovery'; readonly node: NodeId }
  | { readonly kind: 'empty-expression' };

export const problemAt = (
  where: FlowPath,
  fault: FlowFault,
  sentence: string,
  nextStep: string,
): FlowProblem => ({ ...fault, where, sentence, nextStep });

/** The body of a loop is checked as a flow of its own; here its problems get their place in the whole. */
export const inside = (path: FlowPath, loop: NodeId, problem: FlowProblem): FlowProblem => ({
  ...problem,
  where: [...path, ...problem.where],
  sentence: `In the loop \`${loop}\`: ${problem.sentence}`,
});
