import type { ItemId, TrackedItem } from '@symphony/domain';
import type { LinearClient } from './client.ts';
import { ISSUE_PAGES } from './documents.ts';
import { unusable } from './fault.ts';
import { type ItemRules, type ReadIssue, readIssue } from './item.ts';
import { readPages } from './pages.ts';
import { type Filter, isId, within } from './scope.ts';

/** More are not one board's work but a wrong scope. */
const MOST_ITEMS = 10_000;

/** Reads issues of the scope. Every call is all or nothing: a page that fails fails it. */
export class LinearReader {
  readonly #client: LinearClient;
  readonly #scope: Filter;
  readonly #rules: ItemRules;

  constructor(client: LinearClient, scope: Filter, rules: ItemRules) {
    this.#client = client;
    this.#scope = scope;
    this.#rules = rules;
  }

  matching(wanted: Filter): Promise<readonly ReadIssue[]> {
    return this.#read(wanted, 0, pageOf(0).size);
  }

  async byIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]> {
    const found = await this.named(ids);
    const problem = found.find((each) => each.problem !== null)?.problem;
    if (problem) throw unusable(`${problem.where} cannot be read: ${problem.message}`);
    return found.flatMap(({ item }) => item ?? []);
  }

  /** Those of these ids that match. */
  async named(ids: readonly ItemId[], wanted: Filter = {}, room = 0): Promise<readonly ReadIssue[]> {
    // What has not the form of an id is no issue's; Linear would refuse the whole question for it.
    const known = [...new Set(ids)].filter(isId);
    const found: ReadIssue[] = [];
    const { size } = pageOf(room);
    for (let from = 0; from < known.length; from += size) {
      const batch = known.slice(from, from + size);
      const read = await this.#read({ ...wanted, id: { in: batch } }, room, batch.length);
      found.push(...read.filter(({ id }) => id === null || batch.includes(id)));
    }
    return found;
  }

  /** An issue that somebody else asked for. */
  understood(issue: unknown): ReadIssue {
    return readIssue(issue, this.#rules);
  }

  /** What does not fit is read again with more room; what is gone by then is gone. */
  async #read(wanted: Filter, room: number, first: number): Promise<readonly ReadIssue[]> {
    const filter = within(this.#scope, wanted);
    const question = { document: pageOf(room).document, list: 'issues', filter, first, most: MOST_ITEMS };
    const found = (await readPages(this.#client, question)).map((issue) => this.understood(issue));
    const cut = found.filter((issue) => issue.cut && issue.item !== null);
    if (cut.length === 0) return found;
    const ids = cut.flatMap(({ id }) => id ?? []);
    const wider =
      room + 1 < ISSUE_PAGES.length ? await this.named(ids, wanted, room + 1) : cut.map(withoutItem);
    return found.flatMap((issue) =>
      cut.includes(issue) ? wider.filter(({ id }) => id === issue.id) : issue,
    );
  }
}

/** No page has room for it. */
const withoutItem = (issue: ReadIssue): ReadIssue => ({
  ...issue,
  item: null,
  problem: {
    where: issue.item?.identifier ?? '',
    message: 'it has more than 250 labels, relations or sub-issues; take some of them away.',
  },
});

function pageOf(room: number): (typeof ISSUE_PAGES)[number] {
  const page = ISSUE_PAGES[room];
  if (!page) throw new RangeError(`there is no page with room ${room}`);
  return page;
}
