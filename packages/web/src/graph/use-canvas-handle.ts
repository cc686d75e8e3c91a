import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import type { CanvasHandle } from './canvas.tsx';
import type { GraphNode, Places } from './graph.ts';
import { heightOf, NODE_WIDTH } from './node-box.ts';
import { boundsOf } from './paint.ts';

const ROOM = 0.12;

/** What can be asked of the drawing from outside. */
export function useCanvasHandle(
  handle: Ref<CanvasHandle> | undefined,
  places: Places,
  nodes: readonly GraphNode[],
): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const element = useStore(({ domNode }) => domNode);
  const latest = useRef({ places, nodes });
  latest.current = { places, nodes };
  useImperativeHandle(handle, () => {
    const focus = (id: string): void =>
      element?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus();
    return {
      // By what is known of all nodes, because those that are out of sight are not on the page.
      fit() {
        const bounds = boundsOf(latest.current.nodes, latest.current.places);
        if (!bounds) return;
        const { width, height } = store.getState();
        const zoom = Math.min(width / bounds.width, height / bounds.height) * (1 - ROOM);
        if (zoom < 1) void flow.fitBounds(bounds, { padding: ROOM });
        else void flow.setCenter(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2, { zoom: 1 });
      },
      zoom: (by) => void (by === 'in' ? flow.zoomIn() : flow.zoomOut()),
      show(id) {
        const { places: all, nodes: known } = latest.current;
        const place = all.get(id);
        const node = known.find((each) => each.id === id);
        if (!place || !node) return;
        const zoom = Math.max(0.8, Math.min(1, flow.getZoom()));
        void flow.setCenter(place.x + NODE_WIDTH / 2, place.y + heightOf(node) / 2, { zoom });
        // It is on the page only once it is in sight.
        window.requestAnimationFrame(() => window.requestAnimationFrame(() => focus(id)));
      },
      pointAt: (page) => flow.screenToFlowPosition(page, { snapToGrid: false }),
      middle() {
        const box = element?.getBoundingClientRect();
        return box
          ? flow.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
          : { x: 0, y: 0 };
      },
    };
  }, [flow, store, element]);
}
