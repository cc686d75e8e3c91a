import {
  type ItemId,
  isOneOf,
  type TrackedItem,
  type TrackerProblem,
  type TrackerRead,
} from '@symphony/domain';
import type { LinearClient } from './client.ts';
import { ISSUE_PAGES } from './documents.ts';
import { unusable } from './fault.ts';
import { type ItemRules, readIssue } from './item.ts';
import { readPages } from './pages.ts';
import { type Filter, isId, within } from './scope.ts';

/** More are not one board's work but a wrong scope. */
const MOST_ITEMS = 10_000;

/** The two reads. Both are all or nothing: a page that fails fails the call. */
export class LinearReader {
  readonly #client: LinearClient;
  readonly #scope: Filter;
  readonly #rules: ItemRules;

  constructor(client: LinearClient, scope: Filter, rules: ItemRules) {
    this.#client = client;
    this.#scope = scope;
    this.#rules = rules;
  }

  async byStates(states: readonly string[]): Promise<TrackerRead> {
    const names = [...new Set(states.map((state) => state.trim()))].filter((name) => name !== '');
    if (names.length === 0) return { items: [], problems: [] };
    const state = { or: names.map((name) => ({ name: { eqIgnoreCase: name } })) };
    const { items, problems } = await this.#read(within(this.#scope, { state }), 0);
    return { items: items.filter((item) => isOneOf(item.state, names)), problems };
  }

  async byIds(ids: readonly ItemId[]): Promise<readonly TrackedItem[]> {
    // What has not the form of an id is no issue's; Linear would refuse the whole question for it.
    const wanted = [...new Set(ids)].filter(isId);
    const { items, problems } = await this.#byIds(wanted, 0);
    const [first] = problems;
    if (first) throw unusable(`${first.where} cannot be read: ${first.message}`);
    return items;
  }

  async #byIds(ids: readonly ItemId[], room: number): Promise<Reading> {
    const readings: Reading[] = [];
    const { size } = pageOf(room);
    for (let from = 0; from < ids.length; from += size) {
      const batch = ids.slice(from, from + size);
      const { items, problems } = await this.#read(within(this.#scope, { id: { in: batch } }), room);
      readings.push({ items: items.filter(({ id }) => batch.includes(id)), problems });
    }
    return joined(readings);
  }

  /** What does not fit is read again with more room; what is gone by then is gone. */
  async #read(filter: Filter, room: number): Promise<Reading> {
    const { document, size: first } = pageOf(room);
    const question = { document, list: 'issues', filter, first, most: MOST_ITEMS };
    const readings = (await readPages(this.#client, question)).map((issue) => readIssue(issue, this.#rules));
    const items = readings.flatMap((each) => ('item' in each && !each.cut ? each.item : []));
    const problems = readings.flatMap((each) => ('item' in each ? [] : each));
    const cut = readings.flatMap((each) => ('item' in each && each.cut ? each.item : []));
    if (cut.length === 0) return { items, problems };
    if (room + 1 < ISSUE_PAGES.length) {
      const wider = await this.#byIds(
        cut.map(({ id }) => id),
        room + 1,
      );
      return joined([{ items, problems }, wider]);
    }
    const message = 'it has more than 250 labels, relations or sub-issues; take some of them away.';
    return { items, problems: [...problems, ...cut.map(({ identifier: where }) => ({ where, message }))] };
  }
}

function pageOf(room: number): (typeof ISSUE_PAGES)[number] {
  const page = ISSUE_PAGES[room];
  if (!page) throw new RangeError(`there is no page with room ${room}`);
  return page;
}

interface Reading {
  readonly items: readonly TrackedItem[];
  readonly problems: readonly TrackerProblem[];
}

const joined = (readings: readonly Reading[]): Reading => ({
  items: readings.flatMap(({ items }) => items),
  problems: readings.flatMap(({ problems }) => problems),
});
