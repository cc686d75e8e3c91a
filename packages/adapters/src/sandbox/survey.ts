import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type EncloseRequest, PortError } from '@symphony/domain';
import { type Ground, isWithin, type Link } from './layout.ts';
import { findPrograms } from './programs.ts';
import { realPath } from './real-path.ts';

/** Looks at the disk for what a layout is decided from. */

/** Where people, daemons and other disks are. */
export interface Machine {
  readonly hidden: readonly string[];
  readonly scratch: readonly string[];
  /** The home of whoever runs the conductor; a run may have another. */
  readonly home: string;
}

export const LINUX = {
  hidden: ['/home', '/root', '/run', '/var/run', '/mnt', '/media'],
  scratch: ['/tmp', '/var/tmp'],
};

export const MACOS = {
  hidden: ['/Users', '/Volumes'],
  scratch: ['/private/tmp', '/private/var/tmp'],
};

/** `command` is the program to be started, which need not be on PATH. */
export function survey(request: EncloseRequest, machine: Machine, command: string): Ground {
  const links: Link[] = [];
  const found = (paths: readonly string[]): string[] =>
    paths.flatMap((path) => {
      const real = realPath(path);
      links.push(...(real?.links ?? []));
      return real === null ? [] : [real.real];
    });
  const homes = found([machine.home, request.home]);
  const hidden = found([...machine.hidden, join(request.repository, '.symphony')]);
  const scratch = [...found(machine.scratch), ...homes];
  const programs = findPrograms(
    `${request.path}:${dirname(command)}`,
    homes,
    [...hidden, ...scratch].filter((path) => path !== '/'),
  );
  return {
    hidden,
    scratch,
    visible: found([request.repository]),
    writable: found([
      ...(request.profile === 'standard' ? request.caches : []),
      request.chamber,
      ...request.writable,
    ]),
    readOnly: found(request.readOnly),
    // Node stands in for a forwarder that is missing, wherever it is installed.
    programs: [...programs.paths, ...found([command, process.execPath])],
    links: [...links, ...programs.links],
  };
}

/**
 * What is to be kept from writing must be there to be kept: what is missing is made, empty, for
 * else the agent would make it. Rejects what cannot be kept.
 */
export function makeReady(request: EncloseRequest): void {
  const writable = [request.chamber, ...request.writable].map((path) => {
    const real = realPath(path);
    if (real !== null) return real.real;
    throw new PortError({
      code: 'missing',
      message: `The folder ${path}, which the agent is to write in, does not exist.`,
      nextStep: 'Start the run again, so that its folders are made anew.',
    });
  });
  const isOpen = (path: string) => writable.some((folder) => isWithin(path, folder));
  for (const path of request.readOnly) {
    const real = realPath(path);
    if (real === null) makeEmpty(path, isOpen);
    else if (real.links.some((link) => isOpen(link.path))) throw movable(path);
  }
}

function makeEmpty(path: string, isOpen: (path: string) => boolean): void {
  const above = realPath(dirname(path));
  if (above === null || !isOpen(above.real)) return;
  // Of git's own names only this one is a folder; an empty configuration file says nothing.
  if (basename(path) === 'hooks') mkdirSync(path);
  else writeFileSync(path, '', { flag: 'a' });
}

const movable = (path: string): PortError =>
  new PortError({
    code: 'refused',
    message: `${path} is a symbolic link, which an agent could replace by something else.`,
    nextStep: 'Put the real folder or file in its place; for hooks, git config core.hooksPath does the same.',
  });
