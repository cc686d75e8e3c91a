import type { Cabinet, CabinetRecord, Instant, Json } from '@symphony/domain';
import { rowLimit } from '../../store/record.ts';
import { assertRecord } from '../record.ts';

/** As on disk: the value as JSON text, so that what is read is a copy. */
interface Kept extends Omit<CabinetRecord, 'value' | 'expiresAt'> {
  readonly text: string;
  readonly expiresAt: Instant | null;
  /** Of two of the same instant the later is newer. */
  readonly turn: number;
}

/** The cabinet without a disk. It ends with its process. */
export class MemoryCabinet implements Cabinet {
  readonly #kept = new Map<string, Map<string, Kept>>();
  #turn = 0;

  get(drawer: string, key: string, now: Instant): Json | null {
    const found = this.#kept.get(drawer)?.get(key);
    return found && isKept(found, now) ? (JSON.parse(found.text) as Json) : null;
  }

  put(records: readonly CabinetRecord[]): void {
    for (const record of records) assertRecord(record);
    for (const { drawer, key, value, at, expiresAt = null } of records) {
      const inside = this.#kept.get(drawer) ?? new Map<string, Kept>();
      this.#kept.set(drawer, inside);
      this.#turn += 1;
      inside.set(key, { drawer, key, text: JSON.stringify(value), at, expiresAt, turn: this.#turn });
    }
  }

  take(drawer: string, keys: readonly string[]): void {
    for (const key of keys) this.#kept.get(drawer)?.delete(key);
  }

  list(drawer: string, now: Instant, limit = Number.POSITIVE_INFINITY): readonly CabinetRecord[] {
    return [...(this.#kept.get(drawer)?.values() ?? [])]
      .filter((record) => isKept(record, now))
      .sort((a, b) => b.at - a.at || b.turn - a.turn)
      .slice(0, rowLimit(limit))
      .map(({ key, text, at, expiresAt }) => ({
        drawer,
        key,
        value: JSON.parse(text) as Json,
        at,
        expiresAt,
      }));
  }

  sweep(now: Instant): number {
    let gone = 0;
    for (const inside of this.#kept.values())
      for (const [key, record] of inside) if (!isKept(record, now)) gone += Number(inside.delete(key));
    return gone;
  }
}

const isKept = ({ expiresAt }: Kept, now: Instant): boolean => expiresAt === null || expiresAt > now;
