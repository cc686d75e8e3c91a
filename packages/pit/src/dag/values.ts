import type { Json, NodePath, Values } from '@symphony/domain';
import { beside, type NodeRecord, type Scope } from './record.ts';
import { arrivalOf, defaultsOf, missing, neededPorts, valueFrom } from './verdict.ts';

export type Evaluate = (expression: string, scope: Values) => Json;

export type Gathered = { readonly inputs: Values } | { readonly problem: string };

/**
 * What a node gets: the values of the data edges that arrived, changed on the way where the edge says
 * so, else the defaults of its ports. Of several edges to one port the first that brings something counts.
 */
export function gather(record: NodeRecord, evaluate: Evaluate): Gathered {
  const { node, incoming, standsInFor } = record.plan;
  const inputs: Record<string, Json> = {};
  for (const each of incoming) {
    const { edge, from } = each;
    if (edge.kind !== 'data' || Object.hasOwn(inputs, edge.toPort)) continue;
    if (arrivalOf(record, each) !== 'arrived') continue;
    const value = valueFrom(beside(record, from), edge.fromPort);
    if (value === undefined) continue;
    if (edge.transform === undefined) inputs[edge.toPort] = value;
    else {
      const changed = attempt(() => evaluate(edge.transform as string, { value }));
      if ('problem' in changed)
        return {
          problem: `The input "${edge.toPort}" could not be made from "${edge.from}": ${changed.problem}`,
        };
      inputs[edge.toPort] = changed.value;
    }
  }
  const replaced = standsInFor.map((each) => beside(record, each)).find((each) => each.facts.replaced);
  const theirs = replaced ? gather(replaced, evaluate) : null;
  const all = {
    ...defaultsOf(node.inputs),
    ...(theirs && 'inputs' in theirs ? theirs.inputs : {}),
    ...inputs,
  };
  const lacking = neededPorts(record.plan).find((port) => !Object.hasOwn(all, port));
  return lacking === undefined ? { inputs: all } : { problem: missing(lacking) };
}

/** Calls what may throw a plain sentence. */
export function attempt<T>(call: () => T): { readonly value: T } | { readonly problem: string } {
  try {
    return { value: call() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The values of the output nodes that were reached. */
export function resultsOf(scope: Scope): Values {
  const results: Record<string, Json> = {};
  for (const { plan, facts } of scope.records) {
    const value = facts.outputs?.value;
    if (plan.node.kind === 'output' && value !== undefined) results[plan.node.result] = value;
  }
  return results;
}

/**
 * What an input node carries. Within a loop: what the round before gave under that name, what the
 * loop was given, the number of the `round`, and then what the flow around it knows.
 */
export function parameter(
  scope: Scope,
  name: string,
  parameters: Values,
  evaluate: Evaluate,
): Json | undefined {
  const { loop, round } = scope;
  if (!loop) return Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const before = round > 1 ? resultsOf(loop.rounds[round - 2] as Scope) : {};
  if (Object.hasOwn(before, name)) return before[name];
  const given = gather(loop, evaluate);
  if ('inputs' in given && Object.hasOwn(given.inputs, name)) return given.inputs[name];
  if (name === 'round') return round;
  return parameter(loop.scope, name, parameters, evaluate);
}

/** Nodes that others wanted, softly, and had to do without. */
export function missed(scope: Scope): NodePath[] {
  const found = new Set<NodePath>();
  for (const record of scope.records)
    for (const edge of record.facts.state === 'completed' ? record.plan.incoming : [])
      if (edge.dependency === 'soft' && arrivalOf(record, edge) === 'lost')
        found.add(beside(record, edge.from).path);
  return [...found];
}
