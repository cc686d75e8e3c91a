import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectUnix, SocketError } from '@symphony/bus/unix';
import { type ConductorClient, connectClient } from '@symphony/protocol';
import { Complaint } from './complaint.ts';
import type { Desk } from './desk.ts';
import { findRoot } from './repository.ts';
import { clockTime, dayAndTime } from './screen/time.ts';
import { openServer } from './server-door.ts';

/** The conductor that holds a repository, as its own file tells. */
export interface Holder {
  readonly pid: number;
  readonly socket: string;
  readonly startedAt: number;
  readonly version: string;
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
  try {
    const text = await readFile(join(root, '.symphony', 'run', 'conductor.json'), 'utf8');
    const holder = JSON.parse(text) as Partial<Holder> | null;
    const whole = typeof holder?.socket === 'string' && typeof holder.pid === 'number';
    return whole ? (holder as Holder) : null;
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
  if (holder === null) return 'no conductor runs (symphony run)';
  const since = now - holder.startedAt < DAY ? clockTime(holder.startedAt) : dayAndTime(holder.startedAt);
  return `conductor pid ${holder.pid} since ${since}`;
}
