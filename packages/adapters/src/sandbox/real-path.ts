import { readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Link } from './layout.ts';

/** As many as Linux itself follows before it gives up. */
const MOST_LINKS = 40;

interface RealPath {
  readonly real: string;
  /** The symbolic links on the way, by the real path of each. */
  readonly links: readonly Link[];
}

/** Follows `path` to what it really is, and remembers the way; null when it leads nowhere. */
export function realPath(path: string): RealPath | null {
  const links: Link[] = [];
  let at = '/';
  let rest = parts(path);
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const here = join(at, name);
    const target = linkTarget(here);
    if (target === 'missing' || links.length > MOST_LINKS) return null;
    if (target === null) {
      at = here;
      continue;
    }
    links.push({ path: here, target: target.to });
    rest = [...parts(resolve(at, target.to)), ...rest];
    at = '/';
  }
  return { real: at, links };
}

const parts = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

function linkTarget(path: string): { readonly to: string } | null | 'missing' {
  try {
    return { to: readlinkSync(path) };
  } catch (error) {
    // EINVAL is how the system says: it is there, and it is no link.
    return (error as NodeJS.ErrnoException).code === 'EINVAL' ? null : 'missing';
  }
}
