import type { Flow, FlowEdge, FlowNode } from '@symphony/domain';
import type { Point } from '../../../graph/graph.ts';
import { freshId, idsOf } from './flow-edits.ts';

/** How far a copy stands from what it is a copy of. */
const BESIDE = 40;

/** The chosen nodes and the edges between them. */
export function pieceOf(flow: Flow, chosen: ReadonlySet<string>): Flow {
  return {
    nodes: flow.nodes.filter(({ id }) => chosen.has(id)),
    edges: flow.edges.filter(({ from, to }) => chosen.has(from) && chosen.has(to)),
  };
}

export interface Pasted {
  readonly flow: Flow;
  /** The ids the nodes of the piece have got. */
  readonly ids: readonly string[];
}

/** `at`: where its upper left corner comes to stand; left out, beside where it was. */
export function paste(flow: Flow, piece: Flow, at?: Point): Pasted {
  const taken = new Set(idsOf(flow));
  const names = new Map<string, string>();
  for (const { id } of piece.nodes) {
    const name = freshId(taken, id);
    taken.add(name);
    names.set(id, name);
  }
  const by = at ? offsetTo(piece.nodes, at) : { x: BESIDE, y: BESIDE };
  const nodes = piece.nodes.map(
    (node): FlowNode => ({
      ...node,
      id: names.get(node.id) ?? node.id,
      ...(node.position && { position: { x: node.position.x + by.x, y: node.position.y + by.y } }),
    }),
  );
  const edges = piece.edges.map(
    (edge): FlowEdge => ({
      ...edge,
      from: names.get(edge.from) ?? edge.from,
      to: names.get(edge.to) ?? edge.to,
    }),
  );
  return {
    flow: { nodes: [...flow.nodes, ...nodes], edges: [...flow.edges, ...edges] },
    ids: nodes.map(({ id }) => id),
  };
}

function offsetTo(nodes: readonly FlowNode[], { x, y }: Point): Point {
  const places = nodes.flatMap(({ position }) => position ?? []);
  if (places.length === 0) return { x: 0, y: 0 };
  let left = Infinity;
  let top = Infinity;
  for (const place of places) {
    left = Math.min(left, place.x);
    top = Math.min(top, place.y);
  }
  return { x: Math.round(x - left), y: Math.round(y - top) };
}

/** How a piece travels on the clipboard: text that anybody may have written. */
export const pieceText = (piece: Flow): string => JSON.stringify({ symphony: 'flow', ...piece });

const KINDS = new Set(['instrument', 'operator', 'agent', 'gate', 'control', 'loop', 'input', 'output']);
const MOST_CHARACTERS = 8_000_000;

/** Null for everything that is no piece of a melody. What is wrong inside it the checks will tell. */
export function readPiece(text: string): Flow | null {
  if (text.length > MOST_CHARACTERS || !text.trimStart().startsWith('{')) return null;
  try {
    const given = JSON.parse(text) as { symphony?: unknown; nodes?: unknown; edges?: unknown };
    if (given.symphony !== 'flow' || !Array.isArray(given.nodes) || !Array.isArray(given.edges)) return null;
    const sound = given.nodes.every(isNode) && given.edges.every(isEdge);
    return sound ? { nodes: given.nodes as FlowNode[], edges: given.edges as FlowEdge[] } : null;
  } catch {
    return null; // not JSON: whatever was copied is not ours
  }
}

const isNode = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.id === 'string' &&
  KINDS.has(String(value.kind)) &&
  (value.kind !== 'loop' ||
    (isObject(value.body) && Array.isArray(value.body.nodes) && Array.isArray(value.body.edges)));

const isEdge = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.from === 'string' &&
  typeof value.to === 'string' &&
  ['data', 'control', 'conditional'].includes(String(value.kind));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
