import { isAbsolute, join, normalize, resolve } from 'node:path';

/** What paths in a workflow file are read against. */
export interface PathGround {
  /** The folder of the workflow file. */
  readonly folder: string;
  readonly home: string;
  readonly temp: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const LEADING = /^\$([A-Za-z_][A-Za-z0-9_]*)(?=\/|$)/;

/** `~` and a leading `$VAR` are followed, a relative path begins at the workflow file (svc-W10). Null: the variable is not set. */
export function readPath(written: string, { folder, home, env }: PathGround): string | null {
  const named = LEADING.exec(written);
  const value = named?.[1] === undefined ? '' : (env[named[1]] ?? '');
  if (named && value === '') return null;
  const plain = named ? value + written.slice(named[0].length) : written;
  const full = plain === '~' || plain.startsWith('~/') ? join(home, plain.slice(1)) : plain;
  return normalize(isAbsolute(full) ? full : resolve(folder, full));
}
