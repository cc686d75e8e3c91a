import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectUnix, SocketError } from '@symphony/bus/unix';
import { type ConductorClient, connectClient } from '@symphony/protocol';
import { clockTime, dayAndTime, duration } from '@symphony/protocol/words';
import { Complaint } from './complaint.ts';
import type { Desk } from './desk.ts';
import { findRoot } from './repository.ts';
import { openServer } from './server-door.ts';

/** The conductor that holds a repository, as its own file tells. */
export interface Holder {
  readonly pid: number;
  readonly socket: string;
  readonly startedAt: number;
  readonly version: string;
  /** A daemon goes on when its terminal is closed. Not told by older versions, like what follows. */
  readonly mode?: 'foreground' | 'daemon';
  /** The workbench, without its token; null while there is none. */
  readonly url?: string | null;
  /** Why there is none although there should be. */
  readonly trouble?: string | null;
}

export interface Running {
  readonly client: ConductorClient;
  readonly holder: Holder;
}

/** The running conductor of this repository, or null. A file left by one that died counts as none. */
export async function connectRunning(root: string): Promise<Running | null> {
  const holder = await readHolder(root);
  if (!holder) return null;
  try {
    return { client: connectClient(await connectUnix(holder.socket)), holder };
  } catch (error) {
    if (error instanceof SocketError && error.code === 'not-listening') return null;
    if (!(error instanceof SocketError)) throw error;
    throw new Complaint(
      `A conductor runs here (pid ${holder.pid}) but cannot be reached: ${error.message}`,
      'Use the account that started it.',
    );
  }
}

export async function readHolder(root: string): Promise<Holder | null> {
  const holder = await readLock(root);
  return typeof holder?.socket === 'string' ? (holder as Holder) : null;
}

/** Who holds the repository, also while it is only starting and cannot be reached yet. */
export async function readLock(root: string): Promise<(Partial<Holder> & Pick<Holder, 'pid'>) | null> {
  try {
    const text = await readFile(join(root, '.symphony', 'run', 'conductor.json'), 'utf8');
    const holder = JSON.parse(text) as Partial<Holder> | null;
    return typeof holder?.pid === 'number' ? { ...holder, pid: holder.pid } : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Either the conductor that runs, or the log it left. */
export interface Reached {
  readonly client: ConductorClient;
  readonly holder: Holder | null;
}

/** Does one thing with the conductor, or with its log when none runs, and lets go of it again. */
export async function withConductor<T>(desk: Desk, use: (reached: Reached) => Promise<T>): Promise<T> {
  const root = await findRoot(desk.folder());
  const reached: Reached = (await connectRunning(root)) ?? (await reachOffline(root));
  try {
    return await use(reached);
  } finally {
    await reached.client.close();
  }
}

async function reachOffline(root: string): Promise<Reached> {
  const server = await openServer();
  return { client: await server.openOffline(await server.findWorkplace(root)), holder: null };
}

const DAY = 86_400_000;

export function holderPhrase(holder: Holder | null, now: number): string {
  if (holder === null) return 'no conductor runs (symphony up)';
  const since = now - holder.startedAt < DAY ? clockTime(holder.startedAt) : dayAndTime(holder.startedAt);
  const what = holder.mode === 'daemon' ? 'daemon' : 'conductor';
  return `${what} pid ${holder.pid} since ${since} (${duration(now - holder.startedAt)})`;
}
