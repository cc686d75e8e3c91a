/** Ways of writing less: each becomes the long form in the same place, so that lines stay right. */

type Fields = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A criterion may be a sentence; a scope, needs or shares one word; phases one name. */
export function spelledOut(data: Fields): Fields {
  return changed(data, {
    criteria: (criteria) => each(criteria, (one) => (typeof one === 'string' ? { text: one } : one)),
    phases: asList,
    workers: (workers) =>
      each(workers, (one) =>
        isMap(one) ? changed(one, { scope: asList, needs: asList, shares: asList }) : one,
      ),
  });
}

const asList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

const each = (value: unknown, change: (one: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : value;

function changed(data: Fields, changes: Readonly<Record<string, (value: unknown) => unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, changes[key] ? changes[key](value) : value]),
  );
}
