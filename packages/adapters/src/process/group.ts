import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortError, type ProcessIdentity } from '@symphony/domain';
import { type Marker, markerEnv } from './marker.ts';
import { findMarked, identify } from './table.ts';

/**
 * A child in a process group of its own, with its whole descent: stopping it ends the group and
 * every process that left the group but still carries the marker.
 */
export interface ChildGroup {
  readonly child: ChildProcessWithoutNullStreams;
  readonly identity: ProcessIdentity;
  /** Resolves with how the leader ended. Its output has been read to the end by then. */
  readonly exited: Promise<Exit>;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM, then after `graceMs` SIGKILL; resolves when nothing of it is left. */
  stop(graceMs: number): Promise<void>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface SpawnRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; the marker is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly marker: Marker;
}

export async function spawnGroup(request: SpawnRequest): Promise<ChildGroup> {
  const child = spawn(request.command, [...request.args], {
    cwd: request.cwd,
    env: { ...request.env, ...markerEnv(request.marker) },
    detached: true,
    stdio: 'pipe',
  });
  const exited = new Promise<Exit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  await started(child, request);
  const pid = child.pid as number;
  // A process that ended at once has no start time any more; it is over, so any text will do.
  const identity = (await identify(pid)) ?? { pid, startedAt: 'ended' };
  const signal = (name: NodeJS.Signals) => signalGroup(pid, name);
  return {
    child,
    identity,
    exited,
    signal,
    stop: (graceMs) => stopGroup(pid, exited, request.marker, graceMs),
  };
}

function started(child: ChildProcessWithoutNullStreams, request: SpawnRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      // From here on an error event (EPIPE while writing, a failed kill) is told by the exit.
      child.on('error', () => undefined);
      child.stdin.on('error', () => undefined);
      resolve();
    });
    child.once('error', (cause: NodeJS.ErrnoException) => {
      const missing = cause.code === 'ENOENT';
      const message = missing
        ? `${request.command} could not be started in ${request.cwd}: the program or the folder is missing`
        : `${request.command} could not be started: ${cause.message}`;
      reject(new PortError({ code: missing ? 'missing' : 'unavailable', message }, cause));
    });
  });
}

async function stopGroup(pid: number, exited: Promise<Exit>, marker: Marker, graceMs: number): Promise<void> {
  let over = false;
  void exited.then(() => {
    over = true;
  });
  await Promise.resolve();
  if (!over) {
    signalGroup(pid, 'SIGTERM');
    signalGroup(pid, 'SIGCONT'); // a frozen group does not hear SIGTERM
    await Promise.race([exited, sleep(graceMs, undefined, { ref: false })]);
  }
  signalGroup(pid, 'SIGKILL');
  await endRun(marker);
  await exited;
}

/** Ends every process that works for the marker's run, wherever it has gone. */
export async function endRun(marker: Marker): Promise<void> {
  const ours = async () =>
    (await findMarked(marker.instance)).filter(
      (each) => each.marker.run === marker.run && each.marker.role === marker.role,
    );
  for (let left = await ours(); left.length > 0; left = await ours()) {
    for (const each of left) signalOne(each.pid, 'SIGKILL');
    await sleep(5);
  }
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalOne(-pid, signal);
}

/** ESRCH means it is gone already, which is what was wanted. */
export function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
