import {
  failureOf,
  type Instant,
  type ItemId,
  isOneOf,
  normaliseName,
  type TrackerRead,
} from '@symphony/domain';
import { OneAtATime, WHOLE_EVERY_MS } from '../one-at-a-time.ts';
import { nodesAt } from './answer.ts';
import type { Answer, LinearClient } from './client.ts';
import { CHANGED, LOOK } from './documents.ts';
import type { ReadIssue } from './item.ts';
import {
  goesOn,
  type Remembered,
  relationsSince,
  type Told,
  type Trace,
  toReadAgain,
  tracesOf,
  waitingIn,
  watched,
} from './look.ts';
import type { LinearReader } from './reading.ts';
import { type Filter, within } from './scope.ts';

/** Linear may show an update a little late, and its clock is known to the second. */
const OVERLAP_MS = 60_000;
/** The most Linear gives in one page. With more that wait, a look asks about some of them, in turn. */
const WATCHED_AT_ONCE = 250;

interface Memory extends Remembered {
  /** The states that were asked for. */
  readonly states: string;
  /** When everything was read, by our clock. */
  readonly wholeAt: Instant;
  /** Up to when changes are known, by Linear's clock. */
  readonly since: Instant;
  readonly looks: number;
}

/**
 * The issues in the states that were asked for last, as read last. The first read takes every page.
 * After that a look asks for what changed since, and reads again by id what may have changed or left;
 * what no list of changes tells is seen when everything is read again, from time to time.
 */
export class LinearShelf {
  readonly #client: LinearClient;
  readonly #reader: LinearReader;
  readonly #scope: Filter;
  readonly #now: () => Instant;
  readonly #reads = new OneAtATime();
  #memory: Memory | null = null;

  constructor(client: LinearClient, reader: LinearReader, scope: Filter, now: () => Instant) {
    this.#client = client;
    this.#reader = reader;
    this.#scope = scope;
    this.#now = now;
  }

  async inStates(states: readonly string[]): Promise<TrackerRead> {
    const names = [...new Set(states.map((state) => state.trim()))].filter((name) => name !== '');
    if (names.length === 0) return { items: [], problems: [] };
    const found = await this.#reads.run(() => this.#read(names));
    return {
      items: found.flatMap(({ item }) => (item && isOneOf(item.state, names) ? item : [])),
      problems: found.flatMap(({ problem }) => problem ?? []),
    };
  }

  async #read(names: readonly string[]): Promise<readonly ReadIssue[]> {
    const wanted = { state: { or: names.map((name) => ({ name: { eqIgnoreCase: name } })) } };
    const states = JSON.stringify(names.map(normaliseName).toSorted());
    const memory = this.#memory;
    const known = memory?.states === states && this.#now() - memory.wholeAt < WHOLE_EVERY_MS;
    const next = known ? await this.#look(memory, wanted).catch(nullWhenRefused) : null;
    if (next === null) return this.#readWhole(states, wanted);
    this.#memory = next;
    return [...next.issues.values()];
  }

  async #readWhole(states: string, wanted: Filter): Promise<readonly ReadIssue[]> {
    const wholeAt = this.#now();
    const found = await this.#reader.matching(wanted);
    const issues = new Map(found.flatMap((issue) => (issue.id === null ? [] : [[issue.id, issue]])));
    const since = wholeAt + this.#client.ahead - OVERLAP_MS;
    // What has no id cannot be followed: then everything is read again next time.
    const whole = issues.size === found.length;
    this.#memory = whole ? { states, wholeAt, since, issues, seen: new Map(), looks: 0 } : null;
    return found;
  }

  /** Null: too much changed to be followed. */
  async #look(memory: Memory, wanted: Filter): Promise<Memory | null> {
    const begun = this.#now();
    const asked = inTurn(watched(memory), memory.looks);
    const told = await this.#ask(memory, wanted, asked);
    if (told === null) return null;
    const again = toReadAgain(memory, asked, told);
    const read = await this.#reader.named([...again], wanted);
    const fresh = [...told.ours.filter(({ id, cut }) => !cut && (id === null || !again.has(id))), ...read];
    if (fresh.some(({ id }) => id === null)) return null;
    return {
      ...memory,
      since: begun + this.#client.ahead - OVERLAP_MS,
      issues: replaced(memory.issues, again, fresh),
      seen: new Map([...told.changed, ...told.relations].map(({ id, stamp }) => [id, stamp])),
      looks: memory.looks + 1,
    };
  }

  async #ask({ since }: Memory, wanted: Filter, waiting: readonly ItemId[]): Promise<Told | null> {
    const gte = new Date(since).toISOString();
    const changed = { or: [{ updatedAt: { gte } }, { archivedAt: { gte } }] };
    const ours = within(this.#scope, { ...wanted, updatedAt: { gte } });
    const some = waiting.length > 0;
    const asked = { ours, changed, waiting, some, first: Math.max(1, waiting.length) };
    const answer = await this.#client.ask(LOOK, asked);
    const relations = relationsSince(answer, since);
    const traces = await this.#traces(answer, changed);
    if (relations === null || traces === null) return null;
    return {
      ours: nodesAt(answer, 'ours').map((issue) => this.#reader.understood(issue)),
      more: goesOn(answer, 'ours'),
      changed: traces,
      relations,
      waiting: some ? waitingIn(answer) : new Map(),
    };
  }

  async #traces(answer: Answer, changed: Filter): Promise<readonly Trace[] | null> {
    if (!goesOn(answer, 'changed')) return tracesOf(answer);
    const wider = await this.#client.ask(CHANGED, { changed });
    return goesOn(wider, 'changed') ? null : tracesOf(wider);
  }
}

/** A key that may not look this way can still read everything, and if it may not do that either, that says why. */
function nullWhenRefused(error: unknown): null {
  const { code } = failureOf(error);
  if (code !== 'refused' && code !== 'invalid') throw error;
  return null;
}

function inTurn(ids: readonly ItemId[], looks: number): readonly ItemId[] {
  const turns = Math.max(1, Math.ceil(ids.length / WATCHED_AT_ONCE));
  const from = (looks % turns) * WATCHED_AT_ONCE;
  return ids.slice(from, from + WATCHED_AT_ONCE);
}

/** In Linear's order: what is new comes first, the rest stays where it was. */
function replaced(
  old: ReadonlyMap<ItemId, ReadIssue>,
  gone: ReadonlySet<ItemId>,
  fresh: readonly ReadIssue[],
): ReadonlyMap<ItemId, ReadIssue> {
  const now = new Map(fresh.flatMap((issue) => (issue.id === null ? [] : [[issue.id, issue]])));
  const added = [...now].filter(([id]) => !old.has(id));
  const kept = [...old].flatMap(([id, issue]): [ItemId, ReadIssue][] => {
    const present = now.get(id) ?? (gone.has(id) ? null : issue);
    return present === null ? [] : [[id, present]];
  });
  return new Map([...added, ...kept]);
}
