import { useAtomValue } from 'jotai';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { shownThemeAtom } from '../app/theme.ts';
import type { Levels } from './detail.ts';
import type { GraphNode } from './graph.ts';
import { STATE_LOOKS } from './looks.ts';
import { dotsOf, frameAround, nearestDot } from './overview-dots.ts';

const WIDTH = 232;
const HEIGHT = 148;

interface OverviewProps {
  readonly levels: Levels;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** What is drawn large. */
  readonly inside: readonly string[];
  onJump(id: string): void;
}

/** All nodes as dots, level by level from left to right, with a frame around what is drawn. */
export function Overview({ levels, nodes, inside, onJump }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useAtomValue(shownThemeAtom);
  const dots = useMemo(() => dotsOf(levels, WIDTH, HEIGHT), [levels]);
  const frame = useMemo(() => frameAround(dots, inside), [dots, inside]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const element = canvas.current;
    const paper = element?.getContext('2d');
    if (!element || !paper) return;
    const scale = window.devicePixelRatio;
    element.width = WIDTH * scale;
    element.height = HEIGHT * scale;
    paper.scale(scale, scale);
    const colour = colours(element);
    for (const [id, { x, y }] of dots.places) {
      const node = nodes.get(id);
      paper.fillStyle = colour(node?.state ? STATE_LOOKS[node.state].tone : (node?.tone ?? 'dim'));
      paper.fillRect(x - dots.size / 2, y - dots.size / 2, dots.size, dots.size);
    }
  }, [dots, nodes, theme]);
  const jump = (event: MouseEvent<HTMLCanvasElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const id = nearestDot(dots, { x: event.clientX - box.x, y: event.clientY - box.y });
    if (id !== null) onJump(id);
  };
  return (
    <div
      className="absolute right-3 bottom-3 z-10 overflow-hidden rounded-md border border-line bg-panel shadow-md"
      style={{ width: WIDTH, height: HEIGHT }}
    >
      {/* By keyboard the search leads to every node. */}
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Overview of all ${nodes.size.toLocaleString('en')} nodes`}
        className="size-full cursor-crosshair"
        onClick={jump}
      />
      {frame && (
        <div
          className="pointer-events-none absolute rounded-sm border-2 border-accent"
          style={{ left: frame.x, top: frame.y, width: frame.width, height: frame.height }}
        />
      )}
    </div>
  );
}

/** The theme's own colours, each asked for once. */
function colours(element: Element): (tone: string) => string {
  const style = window.getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  const known: Record<string, string> = {
    good: read('--good'),
    bad: read('--bad'),
    warn: read('--warn'),
    accent: read('--accent'),
    strong: read('--ink'),
  };
  const dim = read('--line-strong');
  return (tone) => known[tone] ?? dim;
}
