import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Connection } from '@symphony/bus';
import { connectUnix } from '@symphony/bus/unix';
import { speakBare } from './bare-echo.ts';
import { speakPeer } from './peer-echo.ts';

export const KINDS = ['floor', 'ours', 'peer'] as const;
export type Kind = (typeof KINDS)[number];
export type ByKind<T> = Readonly<Record<Kind, T>>;

/** One way to be echoed by the other process. */
export interface Speaker {
  ask(params: object): Promise<unknown>;
  close(): void;
}

const SERVER = fileURLToPath(new URL('./echo-server.ts', import.meta.url));

export async function startServer(kind: Kind, path: string): Promise<ChildProcess> {
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, SERVER, kind, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

export async function speak(kind: Kind, path: string): Promise<Speaker> {
  if (kind === 'floor') return speakBare(path);
  if (kind === 'peer') return speakPeer(path);
  const connection = new Connection(await connectUnix(path));
  return {
    ask: (params) => connection.request('echo', params),
    close: () => connection.close(),
  };
}
