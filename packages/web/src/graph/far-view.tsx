import { useStore, useStoreApi } from '@xyflow/react';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { shownThemeAtom } from '../app/theme.ts';
import type { GraphEdge, GraphNode, Places } from './graph.ts';
import { paintGraph, readColours } from './paint.ts';

interface FarViewProps {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly places: Places;
  readonly selected: ReadonlySet<string>;
}

/**
 * Many nodes seen from afar, painted instead of put on the page one by one: nothing could be read on
 * them, and a thousand elements do not move smoothly. The pointer goes through to the canvas below.
 */
export function FarView({ nodes, edges, places, selected }: FarViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useAtomValue(shownThemeAtom);
  const store = useStoreApi();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const element = canvas.current;
    const paper = element?.getContext('2d');
    if (!element || !paper) return;
    const scale = window.devicePixelRatio;
    element.width = width * scale;
    element.height = height * scale;
    const colours = readColours(element);
    let frame = 0;
    const paint = (): void => {
      frame = 0;
      const [x, y, zoom] = store.getState().transform;
      paper.setTransform(scale, 0, 0, scale, 0, 0);
      paper.clearRect(0, 0, width, height);
      paper.setTransform(scale * zoom, 0, 0, scale * zoom, scale * x, scale * y);
      paintGraph(paper, { nodes, edges, places, selected, colours, zoom });
    };
    paint();
    const stop = store.subscribe((state, before) => {
      if (state.transform !== before.transform && frame === 0) frame = window.requestAnimationFrame(paint);
    });
    return () => {
      stop();
      window.cancelAnimationFrame(frame);
    };
  }, [nodes, edges, places, selected, theme, width, height, store]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`${nodes.length.toLocaleString('en')} nodes, from afar: zoom in to work on them`}
      className="pointer-events-none absolute inset-0 z-[4] size-full"
    />
  );
}
