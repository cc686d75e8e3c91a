import {
  type Flow,
  type Json,
  type Melody,
  type NodePath,
  placeholderNames,
  textScope,
  textsOf,
  type Values,
} from '@symphony/domain';
import type { MelodyRun } from './melody-run.ts';

type Evaluate = (expression: string, scope: Values) => Json;

/**
 * What the placeholders in a node's texts stand for: its inputs, what they come from by name, and
 * what is known around it. Only what is named is looked up: a flow may have ten thousand nodes.
 */
export function nodeScope(run: MelodyRun, path: NodePath, inputs: Values, evaluate: Evaluate): Values {
  const node = run.flow.node(path)?.node;
  const names = node ? textsOf(node).flatMap(({ text }) => placeholderNames(text)) : [];
  if (!node || names.length === 0) return inputs;
  const around: Record<string, Json> = {};
  for (const name of names) {
    const value = run.flow.around(path, name, evaluate);
    if (value !== undefined) around[name] = value;
  }
  return textScope(flowAt(run.melody, path), node.id, around, inputs);
}

/** The flow a node stands in: `loop/2/child` is in the body of `loop`. */
function flowAt({ flow }: Melody, path: NodePath): Flow {
  const parts = path.split('/');
  let inner = flow;
  for (let at = 0; at + 2 < parts.length; at += 2) {
    const loop = inner.nodes.find((node) => node.id === parts[at]);
    if (loop?.kind === 'loop') inner = loop.body;
  }
  return inner;
}
