import type { Flow, FlowNode, FlowPath, Melody } from '@symphony/domain';

/** Which flow of a melody is looked at: the ids of the loops one went into. Empty: the melody itself. */
export type FlowPlace = readonly string[];

/** Null when one of the loops is no longer there. */
export function flowAt(melody: Melody, place: FlowPlace): Flow | null {
  let flow: Flow = melody.flow;
  for (const id of place) {
    const loop = flow.nodes.find((node) => node.id === id);
    if (loop?.kind !== 'loop') return null;
    flow = loop.body;
  }
  return flow;
}

export const withFlowAt = (melody: Melody, place: FlowPlace, flow: Flow): Melody => {
  const changed = inside(melody.flow, place, flow);
  return changed === melody.flow ? melody : { ...melody, flow: changed };
};

function inside(around: Flow, [id, ...rest]: FlowPlace, flow: Flow): Flow {
  if (id === undefined) return flow;
  return {
    ...around,
    nodes: around.nodes.map((node): FlowNode => {
      if (node.id !== id || node.kind !== 'loop') return node;
      const body = inside(node.body, rest, flow);
      return body === node.body ? node : { ...node, body };
    }),
  };
}

/** As breakpoints and runs name it, without rounds. */
export const pathOf = (place: FlowPlace, id: string): string => [...place, id].join('/');

/** Where in a melody something is wrong, as the editor shows it. */
export interface Spot {
  readonly place: FlowPlace;
  readonly node: string | null;
  readonly edge: number | null;
  /** The rest of the way: which field of the node, the edge or the melody. */
  readonly field: FlowPath;
}

/** Follows `['flow', 'nodes', 3, 'body', 'edges', 0, 'condition']` through the melody. */
export function spotOf(melody: Melody, where: FlowPath): Spot {
  if (where[0] !== 'flow') return { place: [], node: null, edge: null, field: where };
  const place: string[] = [];
  let flow: Flow = melody.flow;
  let rest = where.slice(1);
  for (;;) {
    const [list, at, ...more] = rest;
    if (list === 'edges' && typeof at === 'number') return { place, node: null, edge: at, field: more };
    const node = list === 'nodes' && typeof at === 'number' ? flow.nodes[at] : undefined;
    if (!node) return { place, node: null, edge: null, field: rest };
    if (node.kind !== 'loop' || more[0] !== 'body') return { place, node: node.id, edge: null, field: more };
    place.push(node.id);
    flow = node.body;
    rest = more.slice(1);
  }
}

/** The flow a node of that id is in, the outermost first. The server names nodes by id only. */
export function findNode(melody: Melody, id: string): FlowPlace | null {
  const line: { readonly flow: Flow; readonly place: FlowPlace }[] = [{ flow: melody.flow, place: [] }];
  for (let next = line.shift(); next; next = line.shift()) {
    for (const node of next.flow.nodes) {
      if (node.id === id) return next.place;
      if (node.kind === 'loop') line.push({ flow: node.body, place: [...next.place, node.id] });
    }
  }
  return null;
}
