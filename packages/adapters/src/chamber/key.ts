import { createHash } from 'node:crypto';

/** Bounded, so that the path stays usable where paths are short. */
const LONGEST = 80;
const HASH_DIGITS = 16;

/**
 * The name of an item's chamber: readable, one path component, a valid last part of a branch name
 * (M1, D5). The hash of the untouched identifier is always there, so that two identifiers never
 * meet, not even on a file system that ignores case.
 */
export function chamberKey(identifier: string): string {
  const hash = createHash('sha256').update(identifier).digest('hex').slice(0, HASH_DIGITS);
  const readable = identifier
    .replace(/[^A-Za-z0-9._-]/gu, '_')
    .replace(/\.(?=\.)/g, '_') // git allows no `..` in a branch name
    .replace(/^[.-]/, '_') // nor a leading dot; a leading dash reads as an option
    .slice(0, LONGEST - HASH_DIGITS - 2);
  return `${readable === '' ? '_' : readable}--${hash}`;
}

/** Whether the text can be a chamber's key at all: keys also come back from logs and bundles. */
export const isChamberKey = (text: string): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(text) && text.length <= 2 * LONGEST && !text.includes('..');

export const chamberBranch = (key: string): string => `symphony/${key}`;

/**
 * The name of a workspace by the public service specification (svc-D5): as the identifier where that
 * can be the name of a folder, else made so, with a hash of what it was. Dots alone would lead elsewhere.
 */
export function workspaceKey(identifier: string): string {
  const safe = identifier.replace(/[^A-Za-z0-9._-]/gu, '_');
  const dots = /^\.*$/.test(safe);
  if (safe === identifier && !dots) return safe;
  const hash = createHash('sha256').update(identifier).digest('hex').slice(0, HASH_DIGITS);
  return `${dots ? '_'.repeat(Math.max(1, safe.length)) : safe}--${hash}`;
}

/** The same where the name is also the end of a branch's name, which may not be everything. */
export function plainChamberKey(identifier: string): string {
  const key = workspaceKey(identifier);
  const isBranch = isChamberKey(key) && key.length <= LONGEST && !/(?:\.lock|\.)$/.test(key);
  return isBranch ? key : chamberKey(identifier);
}
