import type { Framing } from './framing/framing.ts';

/** What two ends that speak several framings agree on. The one that asks prefers, the other has it or not. */

/** The first framing of the asker's list that is ours too; null when there is none. */
export function chooseFraming(params: unknown, ours: readonly Framing[]): Framing | null {
  const { framings } = (params ?? {}) as { readonly framings?: unknown };
  if (!Array.isArray(framings)) return null;
  for (const name of framings) {
    const framing = ours.find((each) => each.name === name);
    if (framing) return framing;
  }
  return null;
}

/** What the answer names, if it is one of those that were offered: a peer cannot choose another. */
export function acceptedFraming(answer: unknown, offered: readonly Framing[]): Framing | null {
  const { framing } = (answer ?? {}) as { readonly framing?: unknown };
  return offered.find(({ name }) => name === framing) ?? null;
}
