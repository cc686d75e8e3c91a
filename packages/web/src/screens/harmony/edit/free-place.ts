import type { FlowNode } from '@symphony/domain';
import type { Point } from '../../../graph/graph.ts';
import { NODE_WIDTH } from '../../../graph/node-box.ts';

const STEP = { x: NODE_WIDTH + 72, y: 96 };
const ROUGH_HEIGHT = 80;
const IN_A_ROW = 3;

/** The first place from `at` on, to the right and then further down, where nothing stands yet. */
export function freePlace(nodes: readonly FlowNode[], at: Point): Point {
  for (let turn = 0; turn <= nodes.length; turn += 1) {
    const place = {
      x: Math.round(at.x + (turn % IN_A_ROW) * STEP.x),
      y: Math.round(at.y + Math.floor(turn / IN_A_ROW) * STEP.y),
    };
    if (!nodes.some(({ position }) => position && overlap(position, place))) return place;
  }
  return at;
}

const overlap = (a: Point, b: Point): boolean =>
  Math.abs(a.x - b.x) < NODE_WIDTH && Math.abs(a.y - b.y) < ROUGH_HEIGHT;
