import { dirname, sep } from 'node:path';

/**
 * What of the disk a run sees, decided from what was found there. A layout is a list of layers in
 * the order in which they are put on top of each other: what is named more deeply comes later, so
 * that the chamber shows through the hidden folder it lies in.
 */

export type Layer =
  /** Nothing of it is seen. `scratch`: what is written there goes with the run. */
  | { readonly kind: 'hidden'; readonly path: string; readonly scratch: boolean }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string }
  /** A symbolic link that was hidden, and leads to something that is not. */
  | { readonly kind: 'link'; readonly path: string; readonly target: string };

export interface Link {
  readonly path: string;
  readonly target: string;
}

/** All paths are real ones, and exist. */
export interface Ground {
  /** Folders of people, of the system's daemons and of other runs. */
  readonly hidden: readonly string[];
  /** Hidden too, but programs expect to write there: HOME and the temporary folders. */
  readonly scratch: readonly string[];
  readonly visible: readonly string[];
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  /** Programs: shown where they would be hidden, else left as they are. */
  readonly programs: readonly string[];
  readonly links: readonly Link[];
}

export function layoutOf(ground: Ground): Layer[] {
  const layers = new Map<string, Layer>();
  // For one and the same path the later word holds: what must not be written is said last.
  for (const path of ground.hidden) layers.set(path, { kind: 'hidden', path, scratch: false });
  for (const path of ground.scratch) layers.set(path, { kind: 'hidden', path, scratch: true });
  layers.delete('/');
  for (const path of ground.visible) layers.set(path, { kind: 'read', path });
  for (const path of ground.writable) layers.set(path, { kind: 'write', path });
  for (const path of ground.readOnly) {
    for (const between of foldersAbove(path, layers)) layers.set(between, { kind: 'write', path: between });
    layers.set(path, { kind: 'read', path });
  }
  for (const path of ground.programs.toSorted(byDepth)) {
    if (isHidden(path, layers)) layers.set(path, { kind: 'read', path });
  }
  for (const link of ground.links) {
    if (isHidden(link.path, layers)) layers.set(link.path, { kind: 'link', ...link });
  }
  return [...layers.values()].toSorted((a, b) => byDepth(a.path, b.path));
}

/**
 * The folders between a writable one and what must not be written in it. A folder that is a mount
 * itself cannot be renamed; else it could be moved aside together with what it protects.
 */
function foldersAbove(path: string, layers: ReadonlyMap<string, Layer>): string[] {
  const between: string[] = [];
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const layer = layers.get(at);
    if (layer !== undefined) return layer.kind === 'write' ? between : [];
    between.push(at);
  }
  return [];
}

/** Whether the nearest layer at or above `path` hides it. */
function isHidden(path: string, layers: ReadonlyMap<string, Layer>): boolean {
  for (let at = path; ; at = dirname(at)) {
    const layer = layers.get(at);
    if (layer !== undefined) return layer.kind === 'hidden';
    if (at === dirname(at)) return false;
  }
}

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const byDepth = (a: string, b: string): number => depth(a) - depth(b);

const depth = (path: string): number => path.split(sep).filter((part) => part !== '').length;
