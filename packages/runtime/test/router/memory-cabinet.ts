import type { Cabinet, CabinetRecord } from '@symphony/domain';

/** A cabinet that holds JSON, as one on a disk would: what is taken out is never what was put in. */
export function memoryCabinet(): Cabinet {
  const drawers = new Map<string, Map<string, CabinetRecord>>();
  const drawer = (name: string): Map<string, CabinetRecord> => {
    const found = drawers.get(name) ?? new Map<string, CabinetRecord>();
    drawers.set(name, found);
    return found;
  };
  const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  return {
    get: (name, key) => copy(drawer(name).get(key)?.value ?? null),
    put: (records) => {
      for (const record of records) drawer(record.drawer).set(record.key, copy(record));
    },
    take: (name, keys) => {
      for (const key of keys) drawer(name).delete(key);
    },
    list: (name, _now, limit = Number.POSITIVE_INFINITY) =>
      [...drawer(name).values()]
        .sort((a, b) => b.at - a.at)
        .slice(0, limit)
        .map(copy),
    sweep: () => 0,
  };
}
