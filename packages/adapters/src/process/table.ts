import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ProcessIdentity } from '@symphony/domain';
import { type Marker, markerOf } from './marker.ts';

/**
 * Looking at processes. Linux answers from /proc; elsewhere `ps` is asked. A look that fails says
 * "not there": a failed probe is never taken for a living process.
 */

export interface MarkedProcess extends ProcessIdentity {
  readonly marker: Marker;
}

const LINUX = process.platform === 'linux';
const run = promisify(execFile);

/** The identity of a living process, or null. Zombies do not live. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  if (LINUX) {
    const startedAt = linuxStart(pid);
    return startedAt === null ? null : { pid, startedAt };
  }
  const line = await ps(['-o', 'lstart=', '-p', String(pid)]);
  return line.trim() === '' ? null : { pid, startedAt: line.trim() };
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await identify(identity.pid))?.startedAt === identity.startedAt;
}

/** Every living process that carries a marker of this instance, this one left out. */
export async function findMarked(instance: string): Promise<MarkedProcess[]> {
  const found = LINUX ? linuxMarked() : await psMarked();
  return found.filter((each) => each.marker.instance === instance && each.pid !== process.pid);
}

/** The living processes of a group, marked or not. */
export async function groupMembers(group: number): Promise<ProcessIdentity[]> {
  if (LINUX)
    return linuxPids().flatMap((pid) => {
      const stat = linuxStat(pid);
      return stat?.group === group ? [{ pid, startedAt: stat.startedAt }] : [];
    });
  const found: ProcessIdentity[] = [];
  for (const line of (await ps(['-axo', 'pid=,pgid=,stat=,lstart='])).split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (match && Number(match[2]) === group && !match[3]?.startsWith('Z'))
      found.push({ pid: Number(match[1]), startedAt: match[4] ?? '' });
  }
  return found;
}

const linuxStart = (pid: number): string | null => linuxStat(pid)?.startedAt ?? null;

/**
 * Fields 3, 5 and 22 of /proc/PID/stat; the command name before them may hold spaces and
 * parentheses. The start is counted from boot, so the boot is named as well.
 */
function linuxStat(pid: number): { group: number; startedAt: string } | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields[19];
  if (ticks === undefined || fields[0] === 'Z' || fields[0] === 'X') return null;
  return { group: Number(fields[2]), startedAt: `${linuxBoot()}.${ticks}` };
}

let boot: string | null = null;

function linuxBoot(): string {
  boot ??= readProc('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? 'boot';
  return boot;
}

const linuxPids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

function linuxMarked(): MarkedProcess[] {
  const found: MarkedProcess[] = [];
  for (const pid of linuxPids()) {
    const environ = readProc(`/proc/${pid}/environ`);
    const marker = environ === null ? null : markerOf(environ);
    const startedAt = marker === null ? null : linuxStart(pid);
    if (marker && startedAt !== null) found.push({ pid, startedAt, marker });
  }
  return found;
}

/** Null when the process ended meanwhile or belongs to somebody else. */
function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

async function psMarked(): Promise<MarkedProcess[]> {
  const found: MarkedProcess[] = [];
  for (const line of (await ps(['-axEww', '-o', 'pid=,lstart=,command='])).split('\n')) {
    const match = /^\s*(\d+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
    const marker = match ? markerOf((match[3] ?? '').replaceAll(' ', '\0')) : null;
    if (match && marker) found.push({ pid: Number(match[1]), startedAt: match[2] ?? '', marker });
  }
  return found;
}

async function ps(args: readonly string[]): Promise<string> {
  try {
    return (await run('ps', args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch {
    return ''; // `ps -p` exits with 1 when there is no such process
  }
}
