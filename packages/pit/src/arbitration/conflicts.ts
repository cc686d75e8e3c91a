import type { Capacity, Petition } from './petition.ts';
import { nameOf } from './petition.ts';
import { Zones } from './zones.ts';

/** Why not everybody can have everything at once. */
export type Conflict =
  /** More is wanted than is free. */
  | {
      readonly kind: 'contention' | 'over-budget';
      readonly resource: string;
      readonly wanted: number;
      readonly free: number;
      readonly petitions: readonly string[];
    }
  /** So much is in use already that a person should know. */
  | {
      readonly kind: 'saturation';
      readonly resource: string;
      readonly share: number;
      readonly threshold: number;
    }
  /** Two want, or one wants and another holds, paths in common. */
  | {
      readonly kind: 'zones';
      readonly petition: string;
      readonly zone: string;
      readonly other: string;
      readonly otherZone: string;
    };

/** Every conflict among these petitions and with what is held. `threshold` is the share of use, 0 to 1. */
export function findConflicts(
  petitions: readonly Petition[],
  capacity: Capacity,
  { threshold = 0.9 }: { readonly threshold?: number } = {},
): readonly Conflict[] {
  return [
    ...saturated(capacity, threshold),
    ...contended(petitions, capacity),
    ...overlapping(petitions, capacity),
  ];
}

function* saturated({ resources }: Capacity, threshold: number): Generator<Conflict, void> {
  for (const [resource, { used, limit }] of resources) {
    const share = limit > 0 ? used / limit : 1;
    if (share >= threshold) yield { kind: 'saturation', resource, share, threshold };
  }
}

function* contended(petitions: readonly Petition[], { resources }: Capacity): Generator<Conflict, void> {
  const wanted = new Map<string, { amount: number; readonly by: Set<string> }>();
  for (const petition of petitions)
    for (const { resource, amount } of petition.claims) {
      if (amount === 0 || !resources.has(resource)) continue;
      const wish = wanted.get(resource) ?? { amount: 0, by: new Set<string>() };
      wish.amount += amount;
      wish.by.add(nameOf(petition));
      wanted.set(resource, wish);
    }
  for (const [resource, { amount, by }] of wanted) {
    const { limit = 0, used = 0, kind = 'held' } = resources.get(resource) ?? {};
    if (used + amount <= limit) continue;
    const name = kind === 'spent' ? 'over-budget' : 'contention';
    yield { kind: name, resource, wanted: amount, free: Math.max(0, limit - used), petitions: [...by] };
  }
}

function* overlapping(petitions: readonly Petition[], capacity: Capacity): Generator<Conflict, void> {
  const zones = new Zones();
  for (const { zone, by, name } of capacity.zones) zones.hold({ zone, by, name: name ?? by, kept: false });
  for (const petition of petitions) {
    for (const zone of petition.zones)
      for (const other of zones.overlaps(zone, petition.id))
        yield { kind: 'zones', petition: nameOf(petition), zone, other: other.name, otherZone: other.zone };
    for (const zone of petition.zones)
      zones.hold({ zone, by: petition.id, name: nameOf(petition), kept: false });
  }
}
