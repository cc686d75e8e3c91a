import type { GraphNode } from './graph.ts';

/**
 * How large a node is and where its ports are, in pixels. Known without measuring, so that a graph can
 * be laid out, and its edges drawn, before any of it is on the page.
 */
export const NODE_WIDTH = 208;
const HEAD = 46;
const ROW = 20;
const FOOT = 6;

export interface PortPlace {
  /** `in` and `out` are the node as a whole; `in:NAME` and `out:NAME` are ports. */
  readonly id: string;
  readonly side: 'in' | 'out';
  readonly name: string | null;
  /** The middle of it, from the top. */
  readonly y: number;
}

const rowsOf = (node: GraphNode): number => Math.max(node.inputs?.length ?? 0, node.outputs?.length ?? 0);

export function heightOf(node: GraphNode): number {
  const rows = rowsOf(node);
  return HEAD + (rows > 0 ? rows * ROW + FOOT : 0);
}

export function portsOf(node: GraphNode): readonly PortPlace[] {
  const rows = (side: 'in' | 'out'): PortPlace[] =>
    ((side === 'in' ? node.inputs : node.outputs) ?? []).map(({ name }, at) => ({
      id: `${side}:${name}`,
      side,
      name,
      y: HEAD + at * ROW + ROW / 2,
    }));
  // Nothing comes before what comes from outside, and nothing after a result of the whole.
  const whole: PortPlace[] = [
    ...(node.kind === 'input' ? [] : [{ id: 'in', side: 'in' as const, name: null, y: HEAD / 2 }]),
    ...(node.kind === 'output' ? [] : [{ id: 'out', side: 'out' as const, name: null, y: HEAD / 2 }]),
  ];
  return [...whole, ...rows('in'), ...rows('out')];
}

/** The end of an edge: the port it names if that is drawn, else the node as a whole. */
export function endOf(node: GraphNode, side: 'in' | 'out', port: string | undefined): string {
  const ports = side === 'in' ? node.inputs : node.outputs;
  return port !== undefined && ports?.some(({ name }) => name === port) ? `${side}:${port}` : side;
}

/** What a port's id says: null for the node as a whole. */
export const portName = (id: string | null | undefined): string | null =>
  id?.includes(':') ? id.slice(id.indexOf(':') + 1) : null;
