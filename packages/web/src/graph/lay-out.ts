import type { GraphEdge, GraphNode, Places, Point } from './graph.ts';
import type { LayoutRequest } from './layout.ts';
import { heightOf } from './node-box.ts';

/** Places for all nodes; made in a worker, or here where there can be none. */
export async function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Promise<Places> {
  const request: LayoutRequest = {
    nodes: nodes.map((node) => ({ id: node.id, height: heightOf(node) })),
    edges: edges.map(({ from, to }) => ({ from, to })),
  };
  const places = await askWorker(request);
  return places ?? (await import('./layout.ts')).layoutGraph(request);
}

interface Answer {
  readonly id: number;
  readonly places?: readonly (readonly [string, Point])[];
}

let worker: Worker | null | undefined;
let asked = 0;
const waiting = new Map<number, (places: Places | null) => void>();

function askWorker(request: LayoutRequest): Promise<Places | null> {
  if (worker === undefined) worker = startWorker();
  const started = worker;
  if (started === null) return Promise.resolve(null);
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    started.postMessage({ id, request });
  });
}

/** Null where workers cannot be had: then everything that waits is done without. */
function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  const started = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.id)?.(data.places ? new Map(data.places) : null);
    waiting.delete(data.id);
  };
  started.onerror = () => {
    worker = null;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  };
  return started;
}
