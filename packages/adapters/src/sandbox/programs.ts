import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isWithin, type Link } from './layout.ts';
import { realPath } from './real-path.ts';

/**
 * The programs on PATH that lie in hidden folders: those of nvm, pipx, npm's global prefix, rustup.
 * A program is seldom one file, so the folder it was installed into is shown with it; a folder that
 * also holds other things of a person (HOME, ~/.local, ~/.cargo with its token) never is.
 */

export interface Programs {
  readonly paths: readonly string[];
  readonly links: readonly Link[];
}

/** Kept by the system's package system, which installs nothing below a home. */
const SYSTEM = new Set(['/usr/bin', '/usr/sbin', '/bin', '/sbin']);
const PROGRAM_FOLDERS = new Set(['bin', 'sbin']);
/** Beside a `bin`, these tell an installation from a project that has a folder of that name. */
const BESIDE = ['lib', 'lib64', 'libexec', 'share', 'tools'];
const SHARED = ['.local', '.cargo', '.config', '.cache'];

export function findPrograms(path: string, homes: readonly string[], hidden: readonly string[]): Programs {
  const paths = new Set<string>();
  const links = new Map<string, Link>();
  const seen = new Set<string>();
  const queue = path.split(':').filter(isAbsolute);
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    const found = realPath(folder);
    if (found === null) continue;
    for (const link of found.links) links.set(link.path, link);
    if (seen.has(found.real) || SYSTEM.has(found.real)) continue;
    seen.add(found.real);
    for (const shown of installationOf(found.real, homes, hidden)) paths.add(shown);
    for (const entry of linksIn(found.real)) {
      const program = realPath(join(found.real, entry));
      if (program === null || !hidden.some((each) => isWithin(program.real, each))) continue;
      for (const link of program.links) links.set(link.path, link);
      const lies = dirname(program.real);
      if (mayBeShown(lies, homes, hidden)) queue.push(packageFolder(lies));
      else paths.add(program.real);
    }
  }
  return { paths: [...paths], links: [...links.values()] };
}

/** What has to be seen for the programs in `folder` to run. */
function installationOf(folder: string, homes: readonly string[], hidden: readonly string[]): string[] {
  const above = dirname(folder);
  const rustup = join(dirname(above), '.rustup');
  if (basename(above) === '.cargo' && existsSync(rustup)) return [folder, rustup];
  if (isInstallation(folder) && mayBeShown(above, homes, hidden)) return [above];
  return mayBeShown(folder, homes, hidden) ? [folder] : [];
}

function isInstallation(folder: string): boolean {
  const name = basename(folder);
  if (name === '.bin' || name === 'shims') return true;
  return PROGRAM_FOLDERS.has(name) && BESIDE.some((each) => existsSync(join(dirname(folder), each)));
}

/** Packages of Node need each other: they are seen together. */
function packageFolder(folder: string): string {
  const at = folder.indexOf('/node_modules/');
  return at < 0 ? folder : folder.slice(0, at + '/node_modules'.length);
}

function mayBeShown(folder: string, homes: readonly string[], hidden: readonly string[]): boolean {
  if (hidden.some((each) => isWithin(each, folder))) return false;
  if (dirname(folder) === '/home') return false;
  return !homes.some((home) => SHARED.some((name) => folder === join(home, name)));
}

function linksIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
      each.isSymbolicLink() ? [each.name] : [],
    );
  } catch {
    // A folder of PATH that may not be listed has nothing to run either, or runs without links.
    return [];
  }
}
