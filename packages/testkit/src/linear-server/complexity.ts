import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** What one question may cost. */
export const MOST_POINTS = 10_000;
const DEFAULT_PAGE = 50;

/**
 * The price of a document by the rule Linear publishes: a tenth of a point for a field, one for an
 * object, and a list, which costs nothing itself, multiplies what it holds by the size of its page, 50
 * where none is said.
 */
export function complexityOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  const flat = inline(document);
  const types = new TypeInfo(schema);
  const factors = [1];
  let points = 0;
  visit(
    flat,
    visitWithTypeInfo(types, {
      Field: {
        enter(field) {
          const factor = factors.at(-1) ?? 1;
          const type = getNamedType(types.getType());
          const listed = type?.name.endsWith('Connection') === true;
          if (!listed) points += factor * (isCompositeType(type) ? 1 : 0.1);
          const first = field.arguments?.find(({ name }) => name.value === 'first')?.value;
          const size =
            first?.kind === 'IntValue'
              ? Number(first.value)
              : first?.kind === 'Variable'
                ? Number(variables[first.name.value] ?? DEFAULT_PAGE)
                : DEFAULT_PAGE;
          factors.push(listed ? factor * size : factor);
        },
        leave() {
          factors.pop();
        },
      },
    }),
  );
  return Math.ceil(Number(points.toFixed(6)));
}

/** Fragments put where they are spread, so that their price is multiplied as their place demands. */
function inline(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === 'FragmentDefinition' ? [[each.name.value, each]] : [],
    ),
  );
  const operations = document.definitions.filter((each) => each.kind === 'OperationDefinition');
  return visit(
    { ...document, definitions: operations },
    {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (!fragment) return undefined;
        const { typeCondition, selectionSet } = fragment;
        return { kind: 'InlineFragment' as const, typeCondition, selectionSet } as never;
      },
    },
  );
}
