import type { FlowPort, Values } from '@symphony/domain';
import type { PlannedEdge, PlannedNode } from './plan.ts';
import { beside, hasEnded, type NodeRecord } from './record.ts';

/**
 * Whether a node whose sources have all been decided is played, from what arrived over its edges.
 *
 * A node is played when at least one of its ways arrived and none that it cannot do without was lost.
 * Its ways are its control and conditional edges; a node that has none is reached by its data edges.
 * (So a condition holds a node back although its data is there, and a value that never comes because
 * its way was not taken skips the node instead of failing it.)
 */
export type Verdict =
  | { readonly kind: 'play' }
  /** With outputs those behind it go on; without, they are skipped as well. */
  | { readonly kind: 'skip'; readonly reason: string; readonly outputs: Values | null }
  | { readonly kind: 'fail'; readonly reason: string };

/** How things stand with one edge. */
type Arrival = 'open' | 'arrived' | 'untaken' | 'lost';

export function arrivalOf(target: NodeRecord, { from, way }: PlannedEdge): Arrival {
  const { state, outputs, ways, lost } = beside(target, from).facts;
  if (!hasEnded(state)) return 'open';
  if (outputs === null) return state === 'failed' || lost ? 'lost' : 'untaken';
  if (way < 0) return 'arrived';
  const taken = ways[way];
  if (taken === null) return 'open';
  return taken ? 'arrived' : 'untaken';
}

export function verdictOn(record: NodeRecord): Verdict {
  const { node, standsInFor } = record.plan;
  const held = heldBack(record);
  if (held) return held;
  if (standsInFor.length > 0 && !isCalled(record))
    return { kind: 'skip', reason: 'Its place was never empty.', outputs: null };
  if (node.enabled === false)
    return { kind: 'skip', reason: 'It is switched off.', outputs: defaultsOf(node.outputs) };
  return missingInput(record) ?? { kind: 'play' };
}

/** Some node has failed and is to be replaced by this one. */
export const isCalled = (record: NodeRecord): boolean =>
  record.plan.standsInFor.some((each) => beside(record, each).facts.replaced);

/** Whether a skipped node was skipped for a failure: some need that it cannot do without was lost. */
export const isLost = (record: NodeRecord): boolean =>
  record.plan.incoming.some((edge) => edge.dependency === 'hard' && arrivalOf(record, edge) === 'lost');

export const defaultsOf = (ports: readonly FlowPort[] | undefined): Values =>
  Object.fromEntries(
    (ports ?? []).flatMap((port) => (port.default === undefined ? [] : [[port.name, port.default]])),
  );

function heldBack(record: NodeRecord): Verdict | null {
  const { incoming, isMerge } = record.plan;
  const byWay = incoming.some(({ edge }) => edge.kind !== 'data');
  let reached = incoming.length === 0;
  let lost: PlannedNode | null = null;
  let untaken: PlannedNode | null = null;
  for (const each of incoming) {
    const arrival = arrivalOf(record, each);
    if (isMerge && arrival === 'arrived') return null;
    const isWay = !byWay || each.edge.kind !== 'data';
    if (arrival === 'arrived' || each.dependency !== 'hard') reached ||= isWay;
    else if (arrival === 'lost') lost ??= each.from;
    else untaken ??= each.from;
  }
  if (lost) return { kind: 'skip', reason: lacking(beside(record, lost)), outputs: null };
  if (reached) return null;
  return { kind: 'skip', reason: `The way from "${untaken?.node.id}" was not taken.`, outputs: null };
}

const lacking = ({ plan, facts }: NodeRecord): string =>
  `It needs "${plan.node.id}", which ${facts.state === 'failed' ? 'failed' : 'could not be played'}.`;

function missingInput(record: NodeRecord): Verdict | null {
  for (const port of neededPorts(record.plan)) {
    const edges = record.plan.incoming.filter(({ edge }) => edge.kind === 'data' && edge.toPort === port);
    const arrivals = edges.map((edge) => arrivalOf(record, edge));
    if (edges.some((edge, at) => arrivals[at] === 'arrived' && carries(record, edge))) continue;
    if (record.plan.standsInFor.length > 0 && edges.length === 0) continue;
    if (arrivals.includes('untaken'))
      return { kind: 'skip', reason: `The way that brings "${port}" was not taken.`, outputs: null };
    return { kind: 'fail', reason: missing(port) };
  }
  return null;
}

export const missing = (port: string): string => `The input "${port}" is missing, and it has no default.`;

/** Ports that must get a value from an edge. An output node always needs its value. */
export function neededPorts({ node }: PlannedNode): readonly string[] {
  const ports = (node.inputs ?? []).filter((port) => port.required !== false && port.default === undefined);
  const names = ports.map((port) => port.name);
  if (node.kind !== 'output' || (node.inputs ?? []).some((port) => port.name === 'value')) return names;
  return [...names, 'value'];
}

const carries = (record: NodeRecord, { edge, from }: PlannedEdge): boolean =>
  edge.kind === 'data' && valueFrom(beside(record, from), edge.fromPort) !== undefined;

/** What a source offers on a port, or the port's default. */
export function valueFrom(source: NodeRecord, port: string) {
  const { outputs } = source.facts;
  if (outputs !== null && Object.hasOwn(outputs, port)) return outputs[port];
  return source.plan.node.outputs?.find((each) => each.name === port)?.default;
}
