import type { ModelPrice, Provider } from './price-file.ts';

/** `-20250929`, `-2026-09-29`, `-latest`: which edition of a model, not which model. */
const EDITION = /-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/;

/**
 * The price of a model by its name: as it stands, then without its edition. A name before it must be
 * that of the model's own provider, because others who sell it ask other prices. Nothing is guessed
 * by likeness: a newer model with a similar name may cost ten times as much.
 */
export function findPrice(
  name: string,
  providers: Readonly<Record<string, Provider>>,
): ModelPrice | undefined {
  const { seller, model } = splitName(name);
  for (const [key, provider] of Object.entries(providers)) {
    if (seller !== null && seller !== key && !provider.alsoCalled?.includes(seller)) continue;
    for (const each of editionsOf(model)) {
      const found = entryOf(provider.models, entryOf(provider.aliases ?? {}, each) ?? each);
      if (found) return found;
    }
  }
  return undefined;
}

/** What a person wrote down for a model holds whoever sells it, unless they named the seller. */
export function findOwn(name: string, own: Readonly<Record<string, ModelPrice>>): ModelPrice | undefined {
  const plain = plainName(name);
  for (const each of [...editionsOf(plain), ...editionsOf(splitName(name).model)]) {
    const found = entryOf(own, each);
    if (found) return found;
  }
  return undefined;
}

export const plainName = (name: string): string => name.trim().toLowerCase();

const editionsOf = (model: string): readonly string[] => [model, model.replace(EDITION, '')];

function splitName(name: string): { readonly seller: string | null; readonly model: string } {
  const plain = plainName(name);
  const end = plain.indexOf('/');
  return end < 0
    ? { seller: null, model: plain }
    : { seller: plain.slice(0, end), model: plain.slice(end + 1) };
}

/** A model may be called anything, `constructor` too. */
const entryOf = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
