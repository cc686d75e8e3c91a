import { optional, section, whole } from '../config/value.ts';

/** What `symphony.yaml` says about players that are made ready beforehand. */
export const poolSchema = section({
  /** Processes of each player that may wait for work. 0: none. */
  spare: optional(whole(0), 1),
  /** MB of all pooled players together. Null: a quarter of the machine's memory. */
  max_memory: optional(whole(1).nullable(), null),
});
