import type { Flow, FlowPath, Melody } from '@symphony/domain';

/** Why a text is no expression, as one sentence; null when it is one. The language is the server's business. */
export type ExpressionCheck = (
  expression: string,
) => { readonly sentence: string; readonly nextStep: string } | null;

interface Expression {
  readonly where: FlowPath;
  readonly text: string;
}

/** Every condition, transform and `until` that is not one. */
export const badExpressions = (melody: Melody, check: ExpressionCheck) =>
  expressionsIn(melody.flow, ['flow']).flatMap(({ where, text }) => {
    const said = check(text);
    return said ? [{ where, ...said }] : [];
  });

const expressionsIn = (flow: Flow, at: FlowPath): Expression[] => [
  ...flow.edges.flatMap((edge, place): Expression[] => {
    const where = [...at, 'edges', place];
    if (edge.kind === 'conditional') return [{ where: [...where, 'condition'], text: edge.condition }];
    if (edge.kind === 'data' && edge.transform !== undefined)
      return [{ where: [...where, 'transform'], text: edge.transform }];
    return [];
  }),
  ...flow.nodes.flatMap((node, place): Expression[] => {
    if (node.kind !== 'loop') return [];
    const where = [...at, 'nodes', place];
    const until = node.until === undefined ? [] : [{ where: [...where, 'until'], text: node.until }];
    return [...until, ...expressionsIn(node.body, [...where, 'body'])];
  }),
];
