import type { GraphEdge, GraphNode, Places, Point } from './graph.ts';
import { STATE_LOOKS } from './looks.ts';
import { heightOf, NODE_WIDTH } from './node-box.ts';

export interface Colours {
  readonly line: string;
  readonly value: string;
  readonly panel: string;
  readonly chosen: string;
  /** Of a tone: its edge and its ground. */
  tone(name: string): readonly [string, string];
}

/** The colours of the theme the element is shown in, each asked for once. */
export function readColours(element: Element): Colours {
  const style = window.getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const plain = [read('line-strong'), read('panel')] as const;
  const tones = new Map(
    ['good', 'bad', 'warn', 'accent'].map((tone) => [tone, [read(tone), read(`${tone}-soft`)] as const]),
  );
  return {
    line: plain[0],
    value: read('accent'),
    panel: plain[1],
    chosen: read('accent'),
    tone: (name) => tones.get(name) ?? plain,
  };
}

export interface Painting {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly places: Places;
  readonly selected: ReadonlySet<string>;
  readonly colours: Colours;
  readonly zoom: number;
}

type Paper = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fillRect'
  | 'strokeRect'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
>;

/** All edges in two strokes, then the nodes above them. */
export function paintGraph(paper: Paper, { nodes, edges, places, selected, colours, zoom }: Painting): void {
  const heights = new Map(nodes.map((node) => [node.id, heightOf(node)]));
  paper.lineWidth = 1 / zoom;
  for (const value of [false, true]) {
    paper.strokeStyle = value ? colours.value : colours.line;
    paper.beginPath();
    for (const edge of edges) {
      if ((edge.kind === 'data') !== value) continue;
      const from = places.get(edge.from);
      const to = places.get(edge.to);
      if (!from || !to) continue;
      paper.moveTo(from.x + NODE_WIDTH, from.y + (heights.get(edge.from) ?? 0) / 2);
      paper.lineTo(to.x, to.y + (heights.get(edge.to) ?? 0) / 2);
    }
    paper.stroke();
  }
  for (const node of nodes) {
    const place = places.get(node.id);
    if (!place) continue;
    const height = heights.get(node.id) ?? 0;
    const [edge, ground] = colours.tone(node.state ? STATE_LOOKS[node.state].tone : (node.tone ?? ''));
    paper.fillStyle = ground;
    paper.fillRect(place.x, place.y, NODE_WIDTH, height);
    paper.strokeStyle = selected.has(node.id) ? colours.chosen : edge;
    paper.lineWidth = (selected.has(node.id) ? 2 : 1) / zoom;
    paper.strokeRect(place.x, place.y, NODE_WIDTH, height);
  }
}

/** The node at a point of the drawing; null between them. The uppermost is the last. */
export function nodeAt(nodes: readonly GraphNode[], places: Places, point: Point): string | null {
  const found = nodes.findLast((node) => {
    const place = places.get(node.id);
    return (
      place !== undefined &&
      point.x >= place.x &&
      point.x <= place.x + NODE_WIDTH &&
      point.y >= place.y &&
      point.y <= place.y + heightOf(node)
    );
  });
  return found?.id ?? null;
}

/** What is around everything; null when there is nothing. */
export function boundsOf(
  nodes: readonly GraphNode[],
  places: Places,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const node of nodes) {
    const place = places.get(node.id);
    if (!place) continue;
    left = Math.min(left, place.x);
    top = Math.min(top, place.y);
    right = Math.max(right, place.x + NODE_WIDTH);
    bottom = Math.max(bottom, place.y + heightOf(node));
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}
