import {
  type Dependency,
  type Flow,
  type FlowEdge,
  type FlowNode,
  findCycle,
  graphOf,
  type NodeId,
  type Recovery,
} from '@symphony/domain';

/**
 * A flow prepared for playing: everything that can be known before the first node starts. One plan
 * serves every round of a loop.
 */
export interface Plan {
  readonly nodes: readonly PlannedNode[];
  readonly byId: ReadonlyMap<NodeId, PlannedNode>;
}

export interface PlannedNode {
  readonly node: FlowNode;
  /** Its place in `Plan.nodes`. */
  readonly index: number;
  readonly incoming: PlannedEdge[];
  readonly outgoing: PlannedEdge[];
  /** Its conditional edges that leave it, in the order of the flow. */
  readonly ways: PlannedEdge[];
  /** The merges it leads to. */
  readonly merges: PlannedNode[];
  /** Done by somebody else and taking a place, unlike nodes that the tracker completes itself. */
  readonly works: boolean;
  readonly isMerge: boolean;
  /** Nodes that demand the same: when one does not fit, none of them does. */
  readonly demand: string;
  readonly resources: readonly (readonly [name: string, amount: number])[];
  /** What is still to come from its start to the end of the flow, by the estimates. */
  remainingMs: number;
  /** Its failure harms nobody: all that wait for it can do without. */
  tolerated: boolean;
  /** Played when this one fails. */
  standIn: PlannedNode | null;
  /** Not empty: it is only played in the place of one of these. */
  readonly standsInFor: PlannedNode[];
  readonly body: Plan | null;
}

export interface PlannedEdge {
  readonly edge: FlowEdge;
  readonly from: PlannedNode;
  readonly to: PlannedNode;
  readonly dependency: Dependency;
  /** Its place among the ways of `from`; -1 for one without a condition. */
  readonly way: number;
}

/** Throws on a flow that no validation would let through: cycles, unknown or doubled ids. */
export function planOf(flow: Flow): Plan {
  const nodes = flow.nodes.map((node, index) => planned(node, index));
  const byId = new Map<NodeId, PlannedNode>();
  for (const each of nodes) byId.set(each.node.id, each);
  if (byId.size !== nodes.length) throw new Error('Two nodes of the flow have the same id.');
  nameStandIns(nodes, byId);
  for (const edge of flow.edges) connect(edge, byId);
  for (const each of inOrder(flow, nodes).toReversed()) reckon(each);
  for (const each of nodes) each.tolerated = isTolerated(each);
  return { nodes, byId };
}

function planned(node: FlowNode, index: number): PlannedNode {
  const resources = node.resources ? Object.entries(node.resources).filter(([, amount]) => amount > 0) : [];
  return {
    node,
    index,
    incoming: [],
    outgoing: [],
    ways: [],
    merges: [],
    works: node.kind === 'instrument' || node.kind === 'operator' || node.kind === 'agent',
    isMerge: node.kind === 'control' && node.control === 'merge',
    demand: resources.length === 0 ? '' : JSON.stringify(resources.toSorted()),
    resources,
    remainingMs: 0,
    tolerated: false,
    standIn: null,
    standsInFor: [],
    body: node.kind === 'loop' ? planOf(node.body) : null,
  };
}

function connect(edge: FlowEdge, byId: ReadonlyMap<NodeId, PlannedNode>): void {
  const from = byId.get(edge.from);
  const to = byId.get(edge.to);
  if (!from || !to) throw new Error(`An edge leads from "${edge.from}" to "${edge.to}"; one is not there.`);
  // A stand-in comes after the one it replaces anyway, and would wait for its end for ever.
  if (to.standsInFor.includes(from)) return;
  const conditional = edge.kind === 'conditional';
  const dependency = conditional ? 'hard' : (edge.dependency ?? 'hard');
  const made = { edge, from, to, dependency, way: conditional ? from.ways.length : -1 };
  from.outgoing.push(made);
  to.incoming.push(made);
  if (conditional) from.ways.push(made);
  if (to.isMerge) from.merges.push(to);
}

/** Every node after those it needs. */
function inOrder(flow: Flow, nodes: readonly PlannedNode[]): readonly PlannedNode[] {
  const missing = nodes.map(({ incoming }) => incoming.length);
  const order = nodes.filter(({ incoming }) => incoming.length === 0);
  for (const { outgoing } of order)
    for (const { to } of outgoing) {
      const left = (missing[to.index] ?? 0) - 1;
      missing[to.index] = left;
      if (left === 0) order.push(to);
    }
  if (order.length === nodes.length) return order;
  const graph = graphOf(
    flow.nodes.map((node) => node.id),
    flow.edges.map((edge) => [edge.to, edge.from] as const),
  );
  throw new Error(`The flow goes in a circle: ${findCycle(graph)?.join(' → ')}.`);
}

function nameStandIns(nodes: readonly PlannedNode[], byId: ReadonlyMap<NodeId, PlannedNode>): void {
  for (const each of nodes) {
    const id = standInOf(each.node.recovery);
    if (id === null) continue;
    const standIn = byId.get(id);
    if (!standIn || standIn === each) throw new Error(`"${each.node.id}" names "${id}" as its fallback.`);
    each.standIn = standIn;
    standIn.standsInFor.push(each);
  }
}

function standInOf(recovery: Recovery | undefined): NodeId | null {
  if (recovery?.kind === 'retry') return standInOf(recovery.then);
  return recovery?.kind === 'fallback' && 'node' in recovery ? recovery.node : null;
}

/** In reverse order of playing, so that what comes after is reckoned already. */
function reckon(each: PlannedNode): void {
  let after = 0;
  for (const { to } of each.outgoing) after = Math.max(after, to.remainingMs);
  each.remainingMs = after + estimateOf(each);
}

/** Without an estimate a node that works counts as one millisecond, so that the longer chain still goes first. */
function estimateOf({ node, works, body }: PlannedNode): number {
  if (node.estimateMs !== undefined) return node.estimateMs;
  if (node.kind === 'loop' && body) return node.times * longest(body);
  return works ? 1 : 0;
}

const longest = (plan: Plan): number =>
  plan.nodes.reduce((most, { remainingMs }) => Math.max(most, remainingMs), 0);

function isTolerated({ outgoing, standsInFor }: PlannedNode): boolean {
  if (standsInFor.length > 0) return true;
  return outgoing.length > 0 && outgoing.every(({ dependency }) => dependency !== 'hard');
}
