import { join } from 'node:path';
import { textOf, writeWhole } from './disk.ts';

/**
 * What Symphony knows of a chamber, kept in the chamber's private git directory: it goes when the
 * worktree goes and can never be part of a tree.
 */
export interface ChamberRecord {
  readonly item: string;
  readonly identifier: string;
  readonly baseCommit: string;
  readonly ports: readonly number[];
  readonly env: Readonly<Record<string, string>>;
}

const fileOf = (admin: string): string => join(admin, 'symphony.json');

/** Null when there is none, or none that can be read: the log and git then tell the rest. */
export async function readRecord(admin: string): Promise<ChamberRecord | null> {
  const text = await textOf(fileOf(admin));
  return text === null ? null : parse(text);
}

export const writeRecord = (admin: string, record: ChamberRecord): Promise<void> =>
  writeWhole(fileOf(admin), `${JSON.stringify(record, null, 2)}\n`);

function parse(text: string): ChamberRecord | null {
  let read: Partial<ChamberRecord> | null;
  try {
    read = JSON.parse(text) as Partial<ChamberRecord> | null;
  } catch {
    return null; // written by something else, or damaged
  }
  if (typeof read?.item !== 'string' || typeof read.baseCommit !== 'string') return null;
  const { item, baseCommit, identifier, ports, env } = read;
  return {
    item,
    baseCommit,
    identifier: typeof identifier === 'string' ? identifier : item,
    ports: Array.isArray(ports) ? ports.filter((port) => Number.isInteger(port)) : [],
    env: typeof env === 'object' && env !== null ? env : {},
  };
}
