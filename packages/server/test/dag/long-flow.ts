import type { Flow, FlowEdge, FlowNode } from '@symphony/domain';
import type { FlowLimits, FlowRun, NodeStart } from '@symphony/pit/dag';

/** Ten thousand nodes, each behind up to three of the fifty before it; some need a second attempt. */
export const SIZE = 10_000;
export const LIMITS: FlowLimits = { parallel: 32, timeoutMs: null, onError: 'halt' };

export function longFlow(): Flow {
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  for (let at = 0; at < SIZE; at += 1) {
    const recovery = { kind: 'retry', attempts: 2, backoff: { kind: 'constant', ms: 0 } } as const;
    nodes.push({ id: `n${at}`, kind: 'operator', operator: 'line', recovery });
    for (const back of new Set([1 + (at % 7), 1 + ((at * 31) % 50), 1 + ((at * 17) % 23)]))
      if (at - back >= 0)
        edges.push({
          kind: 'data',
          from: `n${at - back}`,
          fromPort: 'sum',
          to: `n${at}`,
          toPort: `p${back}`,
        });
  }
  return { nodes, edges };
}

/** What a node's work comes to: it depends on what it was given, so nothing can go missing unnoticed. */
export function work({ path, attempt, inputs }: NodeStart): { sum: number } | null {
  if (attempt === 1 && Number(path.slice(1)) % 97 === 5) return null;
  const given = Object.values(inputs).reduce<number>((sum, value) => sum + Number(value), 0);
  return { sum: (given + Number(path.slice(1))) % 1_000_003 };
}

export const ends = (run: FlowRun) =>
  [...run.nodes()].map(({ path, state, attempt, outputs }) => ({ path, state, attempt, outputs }));
