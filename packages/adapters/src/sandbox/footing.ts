import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SandboxAbility } from '@symphony/domain';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { Forwarder } from './gate.ts';

/** What this machine offers to build a sandbox on, found by trying it. */
export type Footing =
  | { readonly kind: 'bubblewrap'; readonly ability: SandboxAbility; readonly tools: BubblewrapTools }
  | { readonly kind: 'seatbelt'; readonly ability: SandboxAbility; readonly program: string }
  | { readonly kind: 'none'; readonly ability: SandboxAbility; readonly missing: boolean };

export interface BubblewrapTools {
  readonly program: string;
  readonly isolation: readonly string[];
  readonly forwarder: Forwarder;
  /** Signals bubblewrap itself can be made to overlook: `env` here knows how. */
  readonly overlooked: readonly string[];
}

const PATIENCE_MS = 10_000;
const run = promisify(execFile);

/**
 * From the tightest on. A user namespace that the agent makes itself would let it lift what keeps
 * git's hooks from being written; without one of its own (the last) only root can build a sandbox.
 */
const ISOLATIONS: readonly (readonly string[])[] = [
  ['--unshare-user', '--disable-userns'],
  ['--unshare-user'],
  [],
];

const INSTALL =
  'Install it: sudo apt install bubblewrap socat (Debian, Ubuntu), sudo dnf install bubblewrap socat (Fedora).';
const PERMIT =
  'Allow user namespaces: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu, ' +
  'kernel.unprivileged_userns_clone=1 on Debian; in a container start it with --security-opt seccomp=unconfined.';

export async function findFooting(platform: NodeJS.Platform, path: string): Promise<Footing> {
  if (platform === 'linux') return findBubblewrap(path);
  const program = '/usr/bin/sandbox-exec';
  if (platform === 'darwin' && isProgram(program)) {
    const detail =
      'sandbox-exec keeps files and network apart; processes an agent leaves behind are found by their marker.';
    return {
      kind: 'seatbelt',
      program,
      ability: { files: true, network: true, processes: false, detail, fix: null },
    };
  }
  return none(`There is no sandbox for ${platform}.`, null, true);
}

async function findBubblewrap(path: string): Promise<Footing> {
  const program = findProgram('bwrap', path);
  if (program === null)
    return none('bubblewrap (bwrap) is not installed, so nothing can be enforced.', INSTALL, true);
  let last = '';
  for (const isolation of ISOLATIONS) {
    const failure = await tryOut(program, isolation);
    if (failure === null) return bubblewrap(program, isolation, path);
    last = failure;
  }
  return none(`bubblewrap is installed, but this machine does not let it work: ${last}`, PERMIT, false);
}

async function bubblewrap(program: string, isolation: readonly string[], path: string): Promise<Footing> {
  const socat = findProgram('socat', path);
  const tight = isolation.includes('--disable-userns');
  const ability: SandboxAbility = {
    files: true,
    network: true,
    processes: true,
    detail: tight
      ? 'bubblewrap keeps files, network and processes apart.'
      : 'bubblewrap keeps files, network and processes apart, but cannot forbid user namespaces inside: a hostile agent could get at git hooks.',
    fix: tight ? null : 'Install bubblewrap 0.8 or newer.',
  };
  return {
    kind: 'bubblewrap',
    ability,
    tools: {
      program,
      isolation,
      forwarder:
        socat === null ? { kind: 'node', program: process.execPath } : { kind: 'socat', program: socat },
      overlooked: (await canOverlook()) ? ['TERM', 'INT', 'QUIT'] : [],
    },
  };
}

/** Null when it works, else what it said. Tried with all that a run needs, a private /proc above all. */
async function tryOut(program: string, isolation: readonly string[]): Promise<string | null> {
  const args = bubblewrapArguments({
    isolation,
    layers: [
      { kind: 'hidden', path: '/run', scratch: false },
      { kind: 'hidden', path: '/tmp', scratch: true },
    ],
    sockets: '/usr',
    cwd: '/',
    ownSession: false,
  });
  try {
    await run(program, [...args, '/bin/sh', '-c', 'true'], { timeout: PATIENCE_MS });
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return (stderr?.trim() || message).split('\n').at(-1) ?? message;
  }
}

async function canOverlook(): Promise<boolean> {
  try {
    await run('/usr/bin/env', ['--ignore-signal=TERM', '--default-signal=TERM', '--', 'true'], {
      timeout: PATIENCE_MS,
    });
    return true;
  } catch {
    // An `env` that does not know these words (BusyBox) leaves bubblewrap to end at the first signal.
    return false;
  }
}

const none = (detail: string, fix: string | null, missing: boolean): Footing => ({
  kind: 'none',
  missing,
  ability: { files: false, network: false, processes: false, detail, fix },
});

function findProgram(name: string, path: string): string | null {
  const folders = path.split(':').filter((folder) => folder.startsWith('/'));
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
