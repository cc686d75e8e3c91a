import { type DocumentNode, parse, validate } from 'graphql';
import { complexityOf } from './complexity.ts';
import { publishedSchema } from './published-schema.ts';

export interface Judgement {
  readonly read: DocumentNode;
  /** Why Linear would refuse the document; empty for a valid one. */
  readonly invalid: readonly string[];
  /** What it costs with these variables. */
  points(variables: Readonly<Record<string, unknown>>): number;
}

const known = new Map<string, Judgement>();

/** What Linear's published schema says of a document. The same few come again and again: each is judged once. */
export function judge(document: string): Judgement {
  const before = known.get(document);
  if (before) return before;
  const read = parse(document);
  const invalid = validate(publishedSchema(), read).map(({ message }) => message);
  const points: Judgement['points'] = (variables) =>
    invalid.length > 0 ? 0 : complexityOf(publishedSchema(), read, variables);
  const judgement = { read, invalid, points };
  known.set(document, judgement);
  return judgement;
}
