import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PortError, type ProcessIdentity } from '@symphony/domain';
import { type Marker, markerEnv } from './marker.ts';
import { findMarked, groupMembers, identify, type MarkedProcess } from './table.ts';

/** Between two looks at the process table, which costs a few milliseconds each. */
const SHORTEST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;
/** How long the output may stay open after the leader ended: something it left behind holds it. */
const OUTPUT_PATIENCE_MS = 2_000;

/**
 * A child in a process group of its own, with its whole descent: stopping it ends the group and
 * every process that left the group but still carries the marker.
 */
export interface ChildGroup {
  readonly child: ChildProcessWithoutNullStreams;
  readonly identity: ProcessIdentity;
  /**
   * Resolves with how the leader ended. Its output has been read to the end by then; what a process
   * it left behind says later than a moment after is not waited for.
   */
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
  const child = launch(request);
  const exited = new Promise<Exit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  child.once('exit', () => letGo(child, exited));
  await started(child, request);
  const pid = child.pid as number;
  // A process that ended at once has no start time any more; it is over, so any text will do.
  const identity = (await identify(pid)) ?? { pid, startedAt: 'ended' };
  const group = { child, identity, exited };
  return {
    ...group,
    signal: (name) => signalLiving(child, name),
    stop: (graceMs) => stopGroup(group, request.marker, graceMs),
  };
}

function letGo(child: ChildProcessWithoutNullStreams, exited: Promise<Exit>): void {
  const timer = setTimeout(() => {
    child.stdout.destroy();
    child.stderr.destroy();
  }, OUTPUT_PATIENCE_MS);
  void exited.then(() => clearTimeout(timer));
}

/** Some failures are thrown at once (arguments too long, no memory), others come as an event. */
function launch(request: SpawnRequest): ChildProcessWithoutNullStreams {
  try {
    return spawn(request.command, [...request.args], {
      cwd: request.cwd,
      env: { ...request.env, ...markerEnv(request.marker) },
      detached: true,
      stdio: 'pipe',
    });
  } catch (error) {
    throw notStarted(request, error as NodeJS.ErrnoException);
  }
}

function started(child: ChildProcessWithoutNullStreams, request: SpawnRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      // From here on an error event (EPIPE while writing, a failed kill) is told by the exit.
      child.on('error', () => undefined);
      child.stdin.on('error', () => undefined);
      resolve();
    });
    child.once('error', (cause: NodeJS.ErrnoException) => reject(notStarted(request, cause)));
  });
}

function notStarted(request: SpawnRequest, cause: NodeJS.ErrnoException): PortError {
  const missing = cause.code === 'ENOENT';
  // The system says the same of a missing program and of a missing folder.
  const there = statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory() === true;
  const message = missing
    ? `${request.command} could not be started in ${request.cwd}: the ${there ? 'program' : 'folder'} is missing`
    : `${request.command} could not be started: ${cause.message}`;
  return new PortError({ code: missing ? 'missing' : 'unavailable', message }, cause);
}

/** Once the leader has been reaped its number may be given away: from then on only markers are trusted. */
const isReaped = (child: ChildProcessWithoutNullStreams): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/**
 * Waits for the leader, not for its output to close: a server it left behind would hold the output
 * open for ever.
 */
export function leaderExit({ child }: Pick<ChildGroup, 'child'>): Promise<void> {
  if (isReaped(child)) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function signalLiving(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (!isReaped(child)) signalGroup(child.pid as number, signal);
}

/**
 * Everybody is asked, and has the grace; then everybody is made to. While one member lives the
 * kernel keeps the group's number for it, so members are looked up by it until there are none.
 */
async function stopGroup(
  { child, exited }: Pick<ChildGroup, 'child' | 'exited'>,
  marker: Marker,
  graceMs: number,
): Promise<void> {
  if (!isReaped(child)) {
    const pid = child.pid as number;
    const left = async () => [...(await ours(marker)), ...(await groupMembers(pid))];
    const strays = (await ours(marker)).filter((each) => each.pid !== pid);
    for (const each of strays) signalOne(each.pid, 'SIGTERM');
    signalLiving(child, 'SIGTERM');
    signalLiving(child, 'SIGCONT'); // a frozen group does not hear SIGTERM
    await untilNone(left, Date.now() + graceMs);
    signalLiving(child, 'SIGKILL');
    await untilNone(left, null);
  }
  await endRun(marker);
  await exited;
}

/** Waits until nobody is left or `deadline` is past; without a deadline it ends whoever it finds. */
async function untilNone(
  look: () => Promise<readonly ProcessIdentity[]>,
  deadline: number | null,
): Promise<void> {
  let pause = SHORTEST_PAUSE_MS;
  for (let left = await look(); left.length > 0; left = await look()) {
    const room = deadline === null ? LONGEST_PAUSE_MS : deadline - Date.now();
    if (room <= 0) return;
    if (deadline === null) for (const each of left) signalOne(each.pid, 'SIGKILL');
    await sleep(Math.min(pause, room));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Every process that works for the marker's run in the marker's role. */
const ours = async (marker: Marker): Promise<MarkedProcess[]> =>
  (await findMarked(marker.instance)).filter(
    (each) =>
      each.marker.run === marker.run &&
      each.marker.role === marker.role &&
      (marker.part === undefined || each.marker.part === marker.part),
  );

/** Freezes or thaws every process that works for the marker's run, wherever it has gone. */
export async function signalRun(marker: Marker, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (const each of await ours(marker)) signalOne(each.pid, signal);
}

/** Ends every process that works for the marker's run, wherever it has gone. */
export const endRun = (marker: Marker): Promise<void> => untilNone(() => ours(marker), null);

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalOne(-pid, signal);
}

/**
 * ESRCH means it is gone already, which is what was wanted. A group that answers EPERM holds nobody
 * who could be ended (zombies, on some systems); a single process that does is a fault to be told.
 */
export function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || (code === 'EPERM' && pid < 0)) return;
    throw new PortError({ code: 'refused', message: `process ${pid} could not be sent ${signal}` }, error);
  }
}
