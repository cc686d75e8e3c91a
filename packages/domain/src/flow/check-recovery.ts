import { allDependencies, type Graph } from '../graph.ts';
import type { FlowNode, Recovery } from './flow.ts';
import { type FlowPath, type FlowProblem, problemAt } from './problem.ts';

/** Whether what a node does when it fails can be done at all. */
export function checkRecovery(graph: Graph, node: FlowNode, where: FlowPath): FlowProblem[] {
  if (!node.recovery) return [];
  return complaints(graph, node, node.recovery).map(({ sentence, nextStep }) =>
    problemAt([...where, 'recovery'], { kind: 'bad-recovery', node: node.id }, sentence, nextStep),
  );
}

interface Complaint {
  readonly sentence: string;
  readonly nextStep: string;
}

function complaints(graph: Graph, node: FlowNode, recovery: Recovery): Complaint[] {
  switch (recovery.kind) {
    case 'fail':
    case 'skip':
      return [];
    case 'retry':
      return [
        ...countable(node, 'attempts', recovery.attempts),
        ...(recovery.then ? complaints(graph, node, recovery.then) : []),
      ];
    case 'fallback':
      return 'node' in recovery === 'outputs' in recovery
        ? [
            {
              sentence: `The fallback of \`${node.id}\` must name either outputs or a node.`,
              nextStep: 'Give it `outputs`, or the `node` that is played in its place.',
            },
          ]
        : 'node' in recovery
          ? fallback(graph, node, recovery.node)
          : [];
    case 'restart':
      return [...countable(node, 'times', recovery.times), ...restart(graph, node, recovery.from)];
  }
}

const countable = ({ id }: FlowNode, key: string, count: number): Complaint[] =>
  Number.isInteger(count) && count >= 1 && count <= 1000
    ? []
    : [
        {
          sentence: `The \`${key}\` of \`${id}\`'s recovery is ${count}.`,
          nextStep: 'Use a whole number from 1 to 1000.',
        },
      ];

function fallback(graph: Graph, { id }: FlowNode, other: string): Complaint[] {
  if (other === id)
    return [{ sentence: `\`${id}\` falls back to itself.`, nextStep: 'Name another node, or use `retry`.' }];
  if (graph.nodes.has(other)) return [];
  return [
    {
      sentence: `\`${id}\` falls back to \`${other}\`, which is not there.`,
      nextStep: 'Name a node of the same flow.',
    },
  ];
}

function restart(graph: Graph, { id }: FlowNode, from: string): Complaint[] {
  if (!graph.nodes.has(from)) {
    const sentence = `\`${id}\` restarts from \`${from}\`, which is not there.`;
    return [{ sentence, nextStep: 'Name a node of the same flow.' }];
  }
  if (from === id || allDependencies(graph, id).has(from)) return [];
  const sentence = `\`${id}\` restarts from \`${from}\`, which does not come before it.`;
  return [{ sentence, nextStep: `Name \`${id}\` itself or something it waits for.` }];
}
