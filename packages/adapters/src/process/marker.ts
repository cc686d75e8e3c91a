/**
 * Every process Symphony starts carries three or four names in its environment, inherited by whatever it
 * starts in turn. A child that leaves its process group can so still be found and ended, and after
 * a crash nothing of an earlier conductor goes unnoticed.
 */
export type Role = 'agent' | 'verify' | 'hook' | 'operator' | 'git';

export interface Marker {
  /** Names the repository: survivors of other repositories are never touched. */
  readonly instance: string;
  readonly role: Role;
  /** The run (or other owner) the process works for; empty when it has none. */
  readonly run: string;
  /** One of several things started for the run that are ended apart from each other; absent: all of it. */
  readonly part?: string;
}

const INSTANCE = 'SYMPHONY_INSTANCE';
const ROLE = 'SYMPHONY_ROLE';
const RUN = 'SYMPHONY_RUN';
const PART = 'SYMPHONY_PART';

export const markerEnv = (marker: Marker): Record<string, string> => ({
  [INSTANCE]: marker.instance,
  [ROLE]: marker.role,
  [RUN]: marker.run,
  ...(marker.part === undefined ? {} : { [PART]: marker.part }),
});

/** Reads a marker from an environment block (`A=b\0C=d\0`), or null when the process is not ours. */
export function markerOf(environ: string): Marker | null {
  const values = new Map<string, string>();
  for (const pair of environ.split('\0')) {
    const at = pair.indexOf('=');
    if (pair.startsWith('SYMPHONY_') && at > 0) values.set(pair.slice(0, at), pair.slice(at + 1));
  }
  const instance = values.get(INSTANCE);
  const role = values.get(ROLE);
  if (instance === undefined || !isRole(role)) return null;
  const part = values.get(PART);
  return { instance, role, run: values.get(RUN) ?? '', ...(part === undefined ? {} : { part }) };
}

const isRole = (role: string | undefined): role is Role =>
  role === 'agent' || role === 'verify' || role === 'hook' || role === 'operator' || role === 'git';
