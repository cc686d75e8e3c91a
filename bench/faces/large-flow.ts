import type { Flow, FlowEdge, FlowNode } from '@symphony/domain';

/** As many steps beside each other as after each other. */
export const abreast = (size: number): number => Math.ceil(Math.sqrt(size));

/** Each step follows one of the layer before it, some a second one: a melody, only longer. */
export function largeFlow(size: number): Flow {
  const wide = abreast(size);
  const nodes = Array.from(
    { length: size },
    (_, at): FlowNode => ({ id: `n${at}`, kind: 'control', control: 'join' }),
  );
  const edge = (from: number, to: number): FlowEdge => ({ kind: 'control', from: `n${from}`, to: `n${to}` });
  const edges = Array.from({ length: size - wide }, (_, at) => at + wide).flatMap((to) => [
    edge(to - wide, to),
    ...(to % 7 === 0 && to > wide ? [edge(to - wide - 1, to)] : []),
  ]);
  return { nodes, edges };
}
