import { readFileSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Liquid } from 'liquidjs';

type FileSystem = NonNullable<NonNullable<ConstructorParameters<typeof Liquid>[0]>['fs']>;

export interface PromptFolder {
  /** All a template can see of the disk. */
  readonly files: FileSystem;
  /** What was read so far: text by file. */
  readonly seen: ReadonlyMap<string, string>;
}

/**
 * Files whose real place is inside the prompts folder; a link that leads out of it is not there.
 * Read synchronously, because liquidjs looks into layouts that way: they are few and small.
 */
export function openPromptFolder(folder: string): PromptFolder {
  const seen = new Map<string, string>();
  const isInside = (file: string): boolean => {
    const top = realpathOrNull(folder);
    const real = realpathOrNull(file);
    return top !== null && real !== null && isBelow(top, real);
  };
  const read = (file: string): string => {
    const text = readFileSync(file, 'utf8');
    seen.set(file, text);
    return text;
  };
  const files: FileSystem = {
    existsSync: isInside,
    exists: async (file) => isInside(file),
    containsSync: (_root, file) => isInside(file),
    contains: async (_root, file) => isInside(file),
    readFileSync: read,
    readFile: async (file) => read(file),
    resolve: (from, file, extension) => {
      const path = resolve(from, file);
      return path.endsWith(extension) ? path : `${path}${extension}`;
    },
    dirname,
    sep,
  };
  return { files, seen };
}

function isBelow(top: string, path: string): boolean {
  const way = relative(top, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}

function realpathOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // Not there, or not to be reached: for a template both are the same.
    return null;
  }
}
