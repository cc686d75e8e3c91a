import type { Entry, Melody, Trigger, TriggerFired, Values } from '@symphony/domain';

/** What a trigger asks for: the melody, with the parameters the occasion gave it. */
export interface Fired {
  readonly melody: string;
  readonly parameters: Values;
  readonly trigger: TriggerFired;
}

/** Something happened that a melody waits for. */
export interface Occasion {
  readonly melody: string;
  readonly trigger: Trigger;
  /** In a person's words. */
  readonly detail: string;
  /** The same occasion has the same key, also after a restart. Null: it cannot be told again. */
  readonly key: string | null;
  /** What the trigger's parameters may speak of. */
  readonly scope: Values;
}

/** Answers whether the melody is asked for: not twice for one key, and not with parameters that cannot be filled. */
export type Occur = (occasion: Occasion) => boolean;

/** One kind of trigger, for all melodies. Nothing is watched before `start`. */
export interface TriggerSource {
  start(occur: Occur): RunningSource;
}

export interface RunningSource {
  /** The melodies may have changed: watch what they want now. Resolves when nothing goes unnoticed any more. */
  update(): Promise<void>;
  /** Told of everything that is recorded, where the source has an ear for it. */
  hear?(entry: Entry): void;
  /** Resolves when nothing is left; nothing occurs afterwards. */
  stop(): Promise<void>;
}

export type TriggerOn<K extends Trigger['on']> = Extract<Trigger, { readonly on: K }>;

export interface Armed<K extends Trigger['on']> {
  readonly melody: string;
  readonly trigger: TriggerOn<K>;
}

/** Every trigger of one kind, with the melody it starts. */
export const armed = <K extends Trigger['on']>(melodies: readonly Melody[], on: K): Armed<K>[] =>
  melodies.flatMap(({ name, triggers }) =>
    triggers.flatMap((trigger) =>
      trigger.on === on ? [{ melody: name, trigger: trigger as TriggerOn<K> }] : [],
    ),
  );
