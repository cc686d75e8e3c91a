import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Standing } from '@symphony/adapters/stale';
import { type ConductorState, emptyState, fold } from '@symphony/conductor';
import { type Artifact, type Entry, type ItemId, itemOf, type Store } from '@symphony/domain';
import { type Trajectory, TrajectoryBook } from '@symphony/pit/stale';

/** Entries are read in parts, with a turn for everybody else between: a conductor may be in this process. */
const PART = 2_000;
/** A script is nothing to learn from. */
const SCRIPTED = 'rehearsal';
const LESSONS = new Set(['transcript', 'prompt', 'diff', 'evidence', 'plan']);

/**
 * What the log says about who needs what. It is read again from where it ended, so that a look just
 * before an act costs only what is new; without a log nothing that belongs to an item is free.
 */
export class LogFacts {
  readonly #store: Pick<Store, 'read'> | null;
  readonly #state: ConductorState = emptyState();
  readonly #book = new TrajectoryBook();
  readonly #sessions = new Map<string, ItemId>();
  readonly #lastAt = new Map<ItemId, number>();
  /** Sessions and runs worth learning from. */
  readonly #lessons = new Set<string>();
  readonly #owners = new Map<string, ItemId>();
  #seq = 0;

  constructor(store: Pick<Store, 'read'> | null) {
    this.#store = store;
  }

  /** Whether there was anything new. */
  async refresh(): Promise<boolean> {
    const before = this.#seq;
    for (;;) {
      const entries = this.#store?.read(this.#seq, PART) ?? [];
      for (const entry of entries) this.#see(entry);
      if (entries.length < PART) break;
      await nextTurn();
    }
    if (this.#seq === before) return false;
    for (const { agent, run, session } of this.#book.finished)
      if (agent !== SCRIPTED) for (const name of [run, session ?? run]) this.#lessons.add(name);
    for (const [id, { chamber }] of this.#state.items)
      if (chamber?.branch) this.#owners.set(chamber.branch, id);
    return true;
  }

  get trajectories(): readonly Trajectory[] {
    return this.#book.finished;
  }

  identifier(item: ItemId): string | null {
    return this.#state.items.get(item)?.tracked.identifier ?? null;
  }

  ofItem(id: ItemId | null): Standing {
    const free = { guards: {}, training: false, usedAt: id === null ? null : (this.#lastAt.get(id) ?? null) };
    if (this.#store === null)
      return { ...free, guards: { held: 'there is no log that tells whether it is needed' } };
    const item = id === null ? undefined : this.#state.items.get(id);
    if (id === null || item === undefined)
      return { ...free, guards: { held: 'no item of the log belongs to it' } };
    const { identifier } = item.tracked;
    if (item.run !== null) return { ...free, guards: { running: `${identifier} is being played` } };
    const open = item.state === 'open' && item.outcome !== 'none';
    if (!open || this.#state.waiting.has(id))
      return { ...free, guards: { referenced: `${identifier} is not finished` } };
    return free;
  }

  /** A session no run tells of belongs to nobody; its own age decides. */
  ofSession(session: string): Standing {
    const item = this.#sessions.get(session);
    if (item === undefined && this.#store !== null) return { guards: {}, training: false, usedAt: null };
    return { ...this.ofItem(item ?? null), training: this.#lessons.has(session) };
  }

  /** By the branch of the chamber the log knows; a branch of nobody is judged by git alone. */
  ofBranch(branch: string): Standing {
    const owner = this.#owners.get(branch) ?? null;
    if (owner !== null || this.#store === null) return this.ofItem(owner);
    for (const mission of this.#state.missions.values())
      if (mission.branch === branch && mission.endedAt === null)
        return {
          guards: { running: `the mission ${mission.id} is played on it` },
          training: false,
          usedAt: null,
        };
    return { guards: {}, training: false, usedAt: null };
  }

  /** What no item made, a melody may have: while one is under way its artifacts are needed. */
  ofArtifact({ item, run, type }: Artifact): Standing {
    const training = LESSONS.has(type) && run !== null && this.#lessons.has(run);
    if (item !== null && this.#state.items.has(item))
      return { guards: this.ofItem(item).guards, training, usedAt: null };
    const busy = [...this.#state.melodies.values()].some(({ endedAt }) => endedAt === null);
    return { guards: { referenced: busy ? 'a melody is under way' : null }, training, usedAt: null };
  }

  #see(entry: Entry): void {
    const { event, at, seq } = entry;
    fold(this.#state, entry);
    this.#book.see(entry);
    this.#seq = seq;
    const item = itemOf(event);
    if (item !== null) this.#lastAt.set(item, at);
    if (event.type === 'agent-reported' && event.event.type === 'started' && event.event.sessionId !== null)
      this.#sessions.set(event.event.sessionId, event.item);
  }
}
