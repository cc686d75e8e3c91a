import type { PlayerSettings, Settings } from '@symphony/domain';

/** What one player process takes where the configuration does not say. */
const MEMORY_MB = 200;

/** Players that one process can stand for: the same agent with the same model. */
export interface PlayerKind {
  readonly key: string;
  readonly player: PlayerSettings;
  readonly memoryMb: number;
  /** As many as may play at once, and the spares. */
  readonly places: number;
}

/** How many player processes there may be, and of what kind. */
export interface PoolPlan {
  /** Of each kind, how many may wait for work. */
  readonly spare: number;
  readonly maxMemoryMb: number;
  readonly kinds: readonly PlayerKind[];
}

interface Given {
  readonly pool: { readonly spare: number; readonly max_memory: number | null };
  readonly players: Readonly<Record<string, { readonly memory: number | null }>>;
}

export const kindOf = ({ agent, model }: PlayerSettings): string =>
  model === null ? agent : `${agent} ${model}`;

export function planOf({ players, slots }: Settings, given: Given, machineMb: number): PoolPlan {
  const { spare, max_memory } = given.pool;
  const kinds = new Map<string, PlayerKind>();
  for (const [name, player] of Object.entries(players)) {
    const key = kindOf(player);
    const before = kinds.get(key);
    const atOnce = (before ? before.places - spare : 0) + (player.slots ?? slots.total);
    kinds.set(key, {
      key,
      player: before?.player ?? player,
      memoryMb: Math.max(before?.memoryMb ?? 0, given.players[name]?.memory ?? MEMORY_MB),
      places: Math.min(atOnce, slots.total) + spare,
    });
  }
  return { spare, maxMemoryMb: max_memory ?? Math.floor(machineMb / 4), kinds: [...kinds.values()] };
}
