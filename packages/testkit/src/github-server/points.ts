import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

/**
 * GitHub's own arithmetic for the cost of a query: the requests that would be needed to fill every
 * connection, a hundred of them for a point, one at the least.
 */
export function pointsOf(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);

  const requests = (set: SelectionSetNode | undefined, parents: number): number => {
    let sum = 0;
    for (const each of set?.selections ?? []) {
      if (each.kind === Kind.FRAGMENT_SPREAD)
        sum += requests(fragments.get(each.name.value)?.selectionSet, parents);
      else if (each.kind === Kind.INLINE_FRAGMENT) sum += requests(each.selectionSet, parents);
      else {
        const argument = (...names: string[]): unknown => {
          const value = each.arguments?.find(({ name }) => names.includes(name.value))?.value;
          return value && valueFromASTUntyped(value, variables);
        };
        const many = argument('first', 'last');
        const ids = argument('ids'); // named things are found one by one
        if (typeof many === 'number') sum += parents + requests(each.selectionSet, parents * many);
        else sum += requests(each.selectionSet, parents * (Array.isArray(ids) ? ids.length : 1));
      }
    }
    return sum;
  };

  let sum = 0;
  for (const each of document.definitions)
    if (each.kind === Kind.OPERATION_DEFINITION) sum += requests(each.selectionSet, 1);
  return Math.max(1, Math.round(sum / 100));
}
