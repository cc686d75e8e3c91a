import type { Flow, NodePath } from '@symphony/domain';
import type { FlowFacts, NodeRecord } from './record.ts';

/**
 * Where a flow stops for somebody who looks on. A breakpoint belongs to a node as it is drawn, not to
 * one round of it: in the body of a loop it stops in each round.
 */

/** A path without its rounds: `loop/2/child` is drawn as `loop/child`. No id begins with a digit. */
export const placeOf = (path: NodePath): NodePath =>
  path
    .split('/')
    .filter((part) => !/^\d+$/.test(part))
    .join('/');

/** The first of these paths that names no node of the flow, or null. */
export const unknownPlace = (flow: Flow, paths: readonly NodePath[]): NodePath | null =>
  paths.find((path) => !isDrawn(flow, placeOf(path).split('/'))) ?? null;

function isDrawn({ nodes }: Flow, [id, ...inner]: readonly string[]): boolean {
  const node = nodes.find((each) => each.id === id);
  if (!node || inner.length === 0) return node !== undefined;
  return node.kind === 'loop' && isDrawn(node.body, inner);
}

/** It has a breakpoint, and nobody has said that it may go past it this time. */
export const isMarked = ({ breakpoints, passes }: FlowFacts, { path }: NodeRecord): boolean =>
  breakpoints.length > 0 && breakpoints.includes(placeOf(path)) && !passes.includes(path);

/** As a person knows it. */
export const nameOf = ({ path, plan }: NodeRecord): string => plan.node.name ?? path;
