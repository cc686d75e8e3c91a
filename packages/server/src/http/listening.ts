import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PortError } from '@symphony/domain';
import { isLoopback } from './hosts.ts';
import type { HttpOptions } from './options.ts';

const NEIGHBOURS = 20;

/** Listens, on the next free port where it may. Resolves with the port; rejects with one plain sentence. */
export async function listen(
  server: Server,
  { host, port, exact }: Pick<HttpOptions, 'host' | 'port' | 'exact'>,
): Promise<number> {
  const last = exact || port === 0 ? port : Math.min(port + NEIGHBOURS, 65_535);
  for (let candidate = port; ; candidate += 1) {
    try {
      return await listenAt(server, host, candidate);
    } catch (error) {
      const cause = error as NodeJS.ErrnoException;
      if (cause.code !== 'EADDRINUSE' || candidate >= last) throw notListening(host, candidate, cause);
    }
  }
}

function listenAt(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => {
      server.off('listening', listening);
      reject(error);
    };
    const listening = () => {
      server.off('error', failed);
      resolve((server.address() as AddressInfo).port);
    };
    server.once('error', failed);
    server.once('listening', listening);
    server.listen(port, host);
  });
}

function notListening(host: string, port: number, cause: NodeJS.ErrnoException): PortError {
  const taken = cause.code === 'EADDRINUSE';
  const why = taken ? 'another program uses it' : cause.message;
  return new PortError(
    {
      code: 'unavailable',
      message: `The workbench cannot be offered at ${host}:${port}: ${why}.`,
      nextStep: taken ? 'End the other program, or choose another port.' : 'Choose another host or port.',
    },
    cause,
  );
}

/** Others than this machine are only let in with a password. */
export function checkExposure({
  host,
  password,
  token,
}: Pick<HttpOptions, 'host' | 'password' | 'token'>): void {
  if (token === '') throw new Error('The workbench needs a token.');
  if (password === '')
    throw new PortError({
      code: 'refused',
      message: 'The password of the workbench is empty.',
      nextStep: 'Set one that is hard to guess, or none.',
    });
  if (isLoopback(host) || password !== null) return;
  throw new PortError({
    code: 'refused',
    message: `Others could reach the workbench at ${host}, and it has no password.`,
    nextStep: 'Set a password for it, or offer it on 127.0.0.1.',
  });
}
