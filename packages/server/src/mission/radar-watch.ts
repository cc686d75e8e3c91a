import type { ConductorState, Input } from '@symphony/conductor';
import { type Chamber, type Clock, type Entry, failureOf, type ItemId, isAdvice } from '@symphony/domain';

/** Agents use tools in bursts: one look serves all that happens within this time. */
const GATHER_MS = 1_500;

export interface RadarWatchOptions {
  readonly radar: RadarSight;
  readonly state: () => Pick<ConductorState, 'items' | 'missionParts' | 'collisions'>;
  readonly post: (input: Input) => void;
  readonly clock: Pick<Clock, 'after'>;
  readonly warn: (message: string) => void;
}

/** The collision radar, as far as it is watched with. */
export interface RadarSight {
  /** `changed`: the chamber is not what it was at the last look. */
  look(
    item: ItemId,
    chamber: Chamber,
  ): Promise<{ readonly changed: boolean; readonly collisions: Collisions }>;
  forget(item: ItemId): void;
}

type Collisions = Extract<Input, { type: 'chambers-compared' }>['collisions'];

/**
 * Has the radar look at a chamber whenever something may have changed in it (M10), and tells the
 * conductor what it collides with. Looks are made one after another, beside the loop and never in it;
 * one that fails costs a warning and nothing else.
 *
 *   quiet ──hint──▶ gathering ──after a while──▶ in line ──its turn──▶ looked at ──▶ quiet
 */
export class RadarWatch {
  readonly #options: RadarWatchOptions;
  /** What calls the wait off, by item. */
  readonly #gathering = new Map<ItemId, () => void>();
  readonly #line = new Set<ItemId>();
  /** Looked at since this process began: only then is "nothing has changed" known to be so. */
  readonly #seen = new Set<ItemId>();
  /** Not looked at yet since the start. */
  readonly #unmet = new Set<ItemId>();
  /** Said already that it cannot be looked at. */
  readonly #told = new Set<ItemId>();
  #looking: Promise<void> | null = null;
  #stopped = false;

  constructor(options: RadarWatchOptions) {
    this.#options = options;
  }

  /**
   * Looks at every chamber that is in use: what was recorded of them may be out of date. Nothing is told before
   * all were looked at once: the first would seem to meet nobody.
   */
  start(): void {
    const { items, collisions } = this.#options.state();
    // What ended while nobody looked meets nobody any more.
    for (const { a, b } of collisions.values())
      for (const id of [a, b]) if (!this.#chamber(id)) this.#forget(id);
    for (const id of items.keys()) {
      if (!this.#chamber(id)) continue;
      this.#unmet.add(id);
      this.#enqueue(id);
    }
  }

  hear({ event }: Entry): void {
    switch (event.type) {
      case 'agent-reported':
        if (event.event.type === 'tool-ended') this.#hint(event.item);
        return;
      case 'chamber-prepared':
      case 'chamber-inspected':
      case 'handoff-made':
        return this.#hint(event.item);
      case 'chamber-removed':
        return this.#forget(event.item);
      case 'item-moved':
        // Merged, or given up: nothing of it will meet the others any more.
        if (event.to === 'open' && event.outcome !== null && event.outcome !== 'none')
          this.#forget(event.item);
        return;
      default:
        return;
    }
  }

  /** Resolves when no look is under way; none is made any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const callOff of this.#gathering.values()) callOff();
    this.#gathering.clear();
    this.#line.clear();
    await this.#looking;
  }

  #hint(id: ItemId): void {
    if (this.#stopped || this.#gathering.has(id)) return;
    const callOff = this.#options.clock.after(GATHER_MS, () => {
      this.#gathering.delete(id);
      this.#enqueue(id);
    });
    this.#gathering.set(id, callOff);
  }

  #enqueue(id: ItemId): void {
    if (this.#stopped) return;
    this.#line.add(id);
    this.#looking ??= this.#lookAtAll();
  }

  async #lookAtAll(): Promise<void> {
    for (const id of this.#line) {
      this.#line.delete(id);
      await this.#look(id);
    }
    this.#looking = null; // at once: who comes now begins anew
  }

  async #look(id: ItemId): Promise<void> {
    const { radar, post, warn } = this.#options;
    const chamber = this.#chamber(id);
    if (!chamber) return;
    try {
      const { changed, collisions } = await radar.look(id, chamber);
      if (this.#stopped) return;
      // Gone while it was looked at: what was seen of it is put away again.
      if (!this.#chamber(id)) return this.#forget(id);
      if (this.#unmet.delete(id)) return void this.#line.add(id); // at the end of the line, when all are known
      if (changed || !this.#seen.has(id)) post({ type: 'chambers-compared', item: id, collisions });
      this.#seen.add(id);
      this.#told.delete(id);
    } catch (error) {
      if (this.#stopped || !this.#chamber(id) || this.#told.has(id)) return;
      this.#told.add(id);
      warn(`Whether ${id} collides with other work is not known: ${failureOf(error).message}`);
    }
  }

  #forget(id: ItemId): void {
    this.#gathering.get(id)?.();
    this.#gathering.delete(id);
    this.#line.delete(id);
    this.#seen.delete(id);
    this.#unmet.delete(id);
    this.#told.delete(id);
    this.#options.radar.forget(id);
    const { collisions } = this.#options.state();
    const known = [...collisions.values()].some(({ a, b }) => a === id || b === id);
    if (known) this.#options.post({ type: 'chambers-compared', item: id, collisions: [] });
  }

  /** Of work that is still to be merged: what has ended meets nobody, and advice is only read. */
  #chamber(id: ItemId): Chamber | null {
    const { items, missionParts } = this.#options.state();
    const item = items.get(id);
    const part = missionParts.get(id)?.part;
    if (!item || (part && isAdvice(part.kind))) return null;
    return item.state === 'open' && item.outcome !== 'none' ? null : item.chamber;
  }
}
