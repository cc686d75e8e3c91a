import type { FlowNode } from '../flow/flow.ts';
import type { FlowPath } from '../flow/problem.ts';
import type { Json } from '../work-item.ts';

/** A text of a node that may hold placeholders, and where in the node it stands. */
export interface NodeText {
  readonly path: FlowPath;
  readonly text: string;
}

/** What the rehearsal player fills itself in its scripts. */
export const REHEARSAL_NAMES: readonly string[] = ['answer'];

/** Every text in which placeholders are filled before the node is played. */
export function textsOf(node: FlowNode): NodeText[] {
  switch (node.kind) {
    case 'operator':
    case 'instrument':
      return textsIn(node.config ?? {}, ['config']);
    case 'agent':
      return textsIn(node.work, ['work']);
    case 'gate':
      return textsIn({ question: node.question, options: node.options ?? [] }, []);
    case 'control':
    case 'loop':
    case 'input':
    case 'output':
      return [];
  }
}

export function textsIn(value: Json | undefined, path: FlowPath): NodeText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each, at) => textsIn(each, [...path, at]));
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, [...path, key]));
}
