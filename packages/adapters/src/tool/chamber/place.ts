import { realpathSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ToolError } from '@symphony/domain';

/**
 * The folder a session's file tools work in. No path they are given leads out of it: not by `..`, not by a symbolic
 * link, neither at its end nor on the way. That keeps mistakes and persuasion from reaching other files; what a
 * program started here may touch is the sandbox's matter.
 */
export class Place {
  readonly root: string;
  /** In lower case: names below the root that are not for these tools. */
  readonly closed: readonly string[];

  /** Git's own folder is closed besides, wherever it lies. */
  constructor(root: string, closed: readonly string[]) {
    this.root = realpathSync(root);
    this.closed = closed.map((name) => name.toLowerCase());
  }

  /** The real path of what is there. */
  async existing(path: string): Promise<string> {
    const asked = this.#within(path);
    try {
      return this.#checked(await realpath(asked), path);
    } catch (error) {
      throw isMissing(error) ? missing(path) : error;
    }
  }

  /** The real path of what is there or could be made; links that lead nowhere are refused. */
  async writable(path: string): Promise<string> {
    const asked = this.#within(path);
    if (asked === this.root) throw refused(path, 'is the folder itself, not a file in it');
    let above = asked;
    const below: string[] = [];
    for (;;) {
      try {
        const real = await realpath(above);
        return this.#checked(join(real, ...below), path);
      } catch (error) {
        if (!isMissing(error)) throw error;
        if (await isLink(above)) throw refused(path, 'is a symbolic link that leads nowhere');
        below.unshift(basename(above));
        above = dirname(above);
      }
    }
  }

  /** As people write it: relative, with `/`; the root is `.`. */
  shown(real: string): string {
    return relative(this.root, real).split(sep).join('/') || '.';
  }

  /** Absolute paths are taken when they name something inside, because models like to repeat them. */
  #within(path: string): string {
    if (path.includes('\0')) throw refused('the path', 'holds a zero byte');
    const asked = isAbsolute(path) ? resolve(path) : resolve(this.root, path);
    return this.#checked(asked, path);
  }

  #checked(full: string, path: string): string {
    const inside = relative(this.root, full);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw refused(path, 'leads out of the folder you work in');
    const parts = inside.toLowerCase().split(sep);
    if (parts.includes('.git')) throw refused(path, 'belongs to git; use the git tools');
    if (this.closed.includes(parts[0] ?? '')) throw refused(path, 'belongs to Symphony');
    return full;
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

const refused = (path: string, why: string): ToolError =>
  new ToolError(`${path} ${why}.`, {
    code: 'E8001',
    guidance: 'Name a file below the folder you work in, relative to it.',
  });

export const missing = (path: string): ToolError =>
  new ToolError(`There is no ${path}.`, {
    guidance: 'Look for it with files.list or files.glob.',
  });
