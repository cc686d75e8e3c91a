import { at, nodesAt, textAt } from './answer.ts';
import type { LinearClient } from './client.ts';
import type { LinearDocument } from './documents.ts';
import { badPages } from './fault.ts';

export interface Question {
  readonly document: LinearDocument;
  /** The connection that is followed. */
  readonly list: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** Size of a page. */
  readonly first: number;
  /** More records are no answer but a mistake. */
  readonly most: number;
}

/**
 * Follows a list to its end, and no further than makes sense: pages that lead in a circle or bring
 * nothing new are refused, since what they leave out would look as if it were gone.
 */
export async function readPages(client: LinearClient, question: Question): Promise<readonly unknown[]> {
  const { document, list, filter, first, most } = question;
  const known = new Map<string, unknown>();
  const nameless: unknown[] = [];
  const cursors = new Set<string>();
  let after: string | null = null;
  for (let page = 0; page * first < most; page++) {
    const answer = await client.ask(document, { filter, first, after });
    const before = known.size + nameless.length;
    for (const record of nodesAt(answer, list)) {
      const id = textAt(record, 'id');
      if (id === null) nameless.push(record);
      else if (!known.has(id)) known.set(id, record);
    }
    if (at(answer, list, 'pageInfo', 'hasNextPage') !== true) return [...known.values(), ...nameless];
    if (known.size + nameless.length === before) throw badPages('a page brought nothing new');
    after = textAt(answer, list, 'pageInfo', 'endCursor');
    if (after === null) throw badPages('a page says that there are more and not where');
    if (cursors.has(after)) throw badPages('they lead in a circle');
    cursors.add(after);
  }
  throw badPages(`there are more than ${most} ${list}`);
}
