import type { ChamberOnDisk, ChamberPort, ItemId, Thing } from '@symphony/domain';
import { lookAt } from './disk.ts';
import { guardsOf, type Standing } from './standing.ts';
import type { Uses } from './uses.ts';

export interface ChamberStanding {
  readonly uses: Uses;
  /** By the item its record names; null where it names none. */
  standing(item: ItemId | null): Standing;
}

/** Every chamber as a thing that may be cleaned. `unmerged`: what would be lost with it; asked only where its answer decides. */
export async function chamberThings(
  chambers: Pick<ChamberPort, 'list'>,
  { uses, standing }: ChamberStanding,
  unmerged: (chamber: ChamberOnDisk) => Promise<string | null>,
): Promise<Thing[]> {
  const known = await uses.all();
  const things: Thing[] = [];
  for (const chamber of await chambers.list()) {
    const found = await lookAt(chamber.path);
    const id = `chamber:${chamber.key}`;
    const { guards, training, usedAt } = standing(chamber.item);
    const held = guardsOf(guards);
    const free = held.running === null && held.referenced === null && held.held === null;
    things.push({
      id,
      kind: 'chamber',
      label: chamber.key,
      size: found?.size ?? 0,
      createdAt: found?.createdAt ?? 0,
      lastUsedAt: Math.max(found?.changedAt ?? 0, usedAt ?? 0, known.get(id)?.at ?? 0),
      uses: known.get(id)?.count ?? 0,
      quality: null,
      tags: [],
      guards: guardsOf(held, { unmerged: free ? await unmerged(chamber) : null }),
      references: chamber.branch === null ? [] : [`branch:${chamber.branch}`],
      training,
      tier: 'hot',
      tiers: ['hot'],
      content: null,
    });
  }
  return things;
}
