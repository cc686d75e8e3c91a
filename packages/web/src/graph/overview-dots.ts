import type { Levels } from './detail.ts';
import type { Point } from './graph.ts';

export interface Dots {
  readonly places: ReadonlyMap<string, Point>;
  readonly size: number;
}

const MARGIN = 6;

/** Every node as a dot: its level across, its place in the level down. */
export function dotsOf({ levels }: Levels, width: number, height: number): Dots {
  const widest = Math.max(1, ...levels.map((level) => level.length));
  const across = (width - 2 * MARGIN) / Math.max(1, levels.length);
  const places = new Map<string, Point>();
  for (const [level, ids] of levels.entries()) {
    const down = (height - 2 * MARGIN) / ids.length;
    for (const [at, id] of ids.entries())
      places.set(id, { x: MARGIN + (level + 0.5) * across, y: MARGIN + (at + 0.5) * down });
  }
  return { places, size: Math.max(1, Math.min(6, across * 0.8, ((height - 2 * MARGIN) / widest) * 0.8)) };
}

export interface Frame extends Point {
  readonly width: number;
  readonly height: number;
}

/** Null when it would be around everything, or nothing. */
export function frameAround({ places, size }: Dots, ids: readonly string[]): Frame | null {
  if (ids.length === 0 || ids.length === places.size) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const id of ids) {
    const place = places.get(id);
    if (!place) continue;
    left = Math.min(left, place.x);
    right = Math.max(right, place.x);
    top = Math.min(top, place.y);
    bottom = Math.max(bottom, place.y);
  }
  if (left > right) return null;
  const edge = size / 2 + 3;
  return { x: left - edge, y: top - edge, width: right - left + 2 * edge, height: bottom - top + 2 * edge };
}

export function nearestDot({ places }: Dots, point: Point): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const [id, { x, y }] of places) {
    const distance = (x - point.x) ** 2 + (y - point.y) ** 2;
    if (distance < least) [nearest, least] = [id, distance];
  }
  return nearest;
}
