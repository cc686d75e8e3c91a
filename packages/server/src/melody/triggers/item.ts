import { type Entry, type Json, type Melody, normaliseName, type TrackedItem } from '@symphony/domain';
import { armed, type Occur, type RunningSource, type TriggerOn, type TriggerSource } from './source.ts';

export interface ItemOptions {
  readonly melodies: () => readonly Melody[];
  /** The items in the active states, as they are known now. */
  readonly items: () => readonly TrackedItem[];
}

/** The ids melodies give the items they make: `M7f3a-fix`. */
const MADE_ID = /^M[0-9a-f]{4,}-/;

/** Melodies make items too. If those started melodies, there would be no end. */
export const isMadeByMelody = ({ id, fields }: TrackedItem): boolean =>
  (fields.melody !== undefined && fields.melody !== null) || MADE_ID.test(id);

/** Everything the trigger names must fit; a trigger that names nothing fits nothing. */
export function matchesItem(trigger: TriggerOn<'item'>, item: TrackedItem): boolean {
  const { label, state, title } = trigger;
  if (isMadeByMelody(item) || !(label || state || title)) return false;
  if (label && !item.labels.map(normaliseName).includes(normaliseName(label))) return false;
  if (state && normaliseName(state) !== normaliseName(item.state)) return false;
  return !title || normaliseName(item.title).includes(normaliseName(title));
}

/** Work items: all there are at the start, then each one as it is seen. An item starts a melody once. */
export const itemSource = (options: ItemOptions): TriggerSource => ({
  start: (occur) => new Items(options, occur),
});

class Items implements RunningSource {
  readonly #options: ItemOptions;
  readonly #occur: Occur;
  #stopped = false;

  constructor(options: ItemOptions, occur: Occur) {
    this.#options = options;
    this.#occur = occur;
  }

  async update(): Promise<void> {
    if (armed(this.#options.melodies(), 'item').length === 0) return;
    for (const item of this.#options.items()) this.#see(item);
  }

  hear({ event }: Entry): void {
    if (event.type === 'item-seen') this.#see(event.tracked);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
  }

  #see(item: TrackedItem): void {
    if (this.#stopped) return;
    for (const { melody, trigger } of armed(this.#options.melodies(), 'item')) {
      if (!matchesItem(trigger, item)) continue;
      const detail = `${item.identifier} ${fitting(trigger)}`;
      const key = `item:${melody}:${item.id}`;
      this.#occur({ melody, trigger, detail, key, scope: { item: item as unknown as Json } });
    }
  }
}

function fitting({ label, state, title }: TriggerOn<'item'>): string {
  const parts = [
    label ? `has the label ${label}` : '',
    state ? `is in ${state}` : '',
    title ? `has "${title}" in its title` : '',
  ];
  return parts.filter((part) => part !== '').join(' and ');
}
