/**
 * What waits for what, kept up to date: each change costs as much as the node has neighbours, never a
 * look at the whole graph. A need that was never settled, or that nobody has described, is not met.
 * Cycles do no harm here: what is on one is never ready.
 */
export class Readiness<K> {
  readonly #places = new Map<K, Place<K>>();

  /** Says what `node` needs, in place of what was said before. */
  set(node: K, needs: Iterable<K>): void {
    const place = this.#placeOf(node);
    this.#forget(place);
    const links: Link<K>[] = [];
    for (const need of needs) {
      const other = this.#placeOf(need);
      if (other.named === links) continue;
      other.named = links;
      const link = { from: place, to: other, at: other.dependents.length };
      other.dependents.push(link);
      links.push(link);
      if (!other.met) place.missing += 1;
    }
    place.needs = links;
  }

  /** Forgets the node. Those that need it find it missing from then on. */
  remove(node: K): void {
    const place = this.#places.get(node);
    if (!place) return;
    this.#forget(place);
    this.settle(node, false);
    if (place.dependents.length === 0) this.#places.delete(node);
  }

  /** Says whether what `node` promised is there. Returns who became ready by it. */
  settle(node: K, met: boolean): readonly K[] {
    const place = this.#placeOf(node);
    if (place.met === met) return [];
    place.met = met;
    const ready: K[] = [];
    for (const { from } of place.dependents) {
      from.missing += met ? -1 : 1;
      if (from.missing === 0) ready.push(from.node);
    }
    return ready;
  }

  /** Everything it needs is met. False for a node nobody has described with `set`. */
  isReady(node: K): boolean {
    const place = this.#places.get(node);
    return place?.needs !== undefined && place.missing === 0;
  }

  /** What it still needs. */
  missing(node: K): K[] {
    const needs = this.#places.get(node)?.needs ?? [];
    return needs.filter(({ to }) => !to.met).map(({ to }) => to.node);
  }

  /** Who needs it. */
  dependents(node: K): K[] {
    return (this.#places.get(node)?.dependents ?? []).map(({ from }) => from.node);
  }

  #placeOf(node: K): Place<K> {
    const known = this.#places.get(node);
    if (known) return known;
    const place: Place<K> = { node, needs: undefined, dependents: [], missing: 0, met: false, named: null };
    this.#places.set(node, place);
    return place;
  }

  #forget(place: Place<K>): void {
    for (const { to, at } of place.needs ?? []) {
      // The last takes the place of the one that goes, so that nobody has to move up.
      const last = to.dependents.pop();
      if (last && last.from !== place) {
        last.at = at;
        to.dependents[at] = last;
      }
      // Only named as a need, and by nobody any more.
      if (to.needs === undefined && !to.met && to.dependents.length === 0) this.#places.delete(to.node);
    }
    place.needs = undefined;
    place.missing = 0;
  }
}

interface Place<K> {
  readonly node: K;
  /** Undefined while it is only known as somebody's need. */
  needs: readonly Link<K>[] | undefined;
  readonly dependents: Link<K>[];
  missing: number;
  met: boolean;
  /** The list it was named in last: one that names it twice is noticed without a search. */
  named: readonly Link<K>[] | null;
}

/** `from` needs `to`, and stands at `at` among its dependents. */
interface Link<K> {
  readonly from: Place<K>;
  readonly to: Place<K>;
  at: number;
}
