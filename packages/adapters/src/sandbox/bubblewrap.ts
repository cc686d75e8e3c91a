import type { Layer } from './layout.ts';

/** The command line of bubblewrap, from what was decided. Pure; nothing in it is read by a shell. */

/** Where the sockets of a run are, inside. */
export const SOCKETS = '/run/symphony';

/**
 * Settings of the whole machine, which no namespace keeps apart. Root writes them as the owner of the
 * files, without any privilege: `core_pattern` among them names a program that the kernel starts outside.
 */
const MACHINE_SETTINGS = ['sys', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr', 'sysrq-trigger'].map(
  (name) => `/proc/${name}`,
);

export interface BubblewrapRequest {
  /** How the namespaces are made: it differs between machines. */
  readonly isolation: readonly string[];
  readonly layers: readonly Layer[];
  /** The folder of the run's sockets, outside. */
  readonly sockets: string;
  readonly cwd: string;
  /** Cut off from the terminal of whoever starts it: needed only where it is started in one. */
  readonly ownSession: boolean;
}

export function bubblewrapArguments(request: BubblewrapRequest): string[] {
  return [
    ...request.isolation,
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-net',
    '--die-with-parent',
    ...(request.ownSession ? ['--new-session'] : []),
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...MACHINE_SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...request.layers.flatMap(layerArguments),
    '--ro-bind',
    request.sockets,
    SOCKETS,
    // Last, for until then the folders in them have to be made.
    ...request.layers.flatMap((layer) =>
      layer.kind === 'hidden' && !layer.scratch ? ['--remount-ro', layer.path] : [],
    ),
    '--chdir',
    request.cwd,
    '--',
  ];
}

function layerArguments(layer: Layer): string[] {
  switch (layer.kind) {
    case 'hidden':
      return ['--tmpfs', layer.path];
    case 'read':
      return ['--ro-bind', layer.path, layer.path];
    case 'write':
      return ['--bind', layer.path, layer.path];
    case 'link':
      return ['--symlink', layer.target, layer.path];
  }
}
