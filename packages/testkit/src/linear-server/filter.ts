/**
 * Linear's filters, as far as Symphony uses them. A word that is not known here fails the question
 * instead of being ignored: a filter that filters nothing would let every test pass.
 */
export type Filter = Readonly<Record<string, unknown>>;

/** How the words of one kind of record are looked up: a value to compare, or the filter of another record. */
export type Words<Of> = Readonly<Record<string, (record: Of, wanted: Filter) => boolean>>;

export function matches<Of>(words: Words<Of>, record: Of, filter: Filter | null | undefined): boolean {
  return Object.entries(filter ?? {}).every(([word, wanted]) => {
    if (wanted === null || wanted === undefined) return true;
    if (word === 'and') return (wanted as Filter[]).every((each) => matches(words, record, each));
    if (word === 'or') return (wanted as Filter[]).some((each) => matches(words, record, each));
    const look = words[word];
    if (!look) throw new Error(`The stand-in for Linear does not know the filter "${word}".`);
    return look(record, wanted as Filter);
  });
}

/** A comparator: every constraint that is said has to hold. */
export function compare(value: string | number | boolean | null, comparator: Filter): boolean {
  return Object.entries(comparator).every(([constraint, wanted]) => {
    if (wanted === undefined) return true;
    const hold = CONSTRAINTS[constraint];
    if (!hold) throw new Error(`The stand-in for Linear does not know the constraint "${constraint}".`);
    return hold(value, wanted);
  });
}

const lower = (value: unknown): string => String(value).toLowerCase();

const CONSTRAINTS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  in: (value, wanted) => (wanted as unknown[]).includes(value),
  eqIgnoreCase: (value, wanted) => lower(value) === lower(wanted),
  gte: (value, wanted) => Number(value) >= Number(wanted),
  null: (value, wanted) => (value === null) === wanted,
};
