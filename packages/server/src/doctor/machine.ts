import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer, type ListenOptions } from 'node:net';
import { join } from 'node:path';
import { reasonOf, remedyOf } from '../disk-refusal.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** What the machine offers: the runtime, the disk, ports. */

const LEAST_NODE = 24;

export function checkNode(version: string): Finding {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  if (major >= LEAST_NODE) return ok('node', `Node ${version}.`);
  return problem(
    'node',
    `Node ${version} is too old; ${LEAST_NODE} or newer is needed.`,
    `Install Node ${LEAST_NODE} from https://nodejs.org, or start Symphony with its own launcher.`,
  );
}

export async function checkDisk(folder: string, leastFreeBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const shown = `${(free / 1e9).toFixed(1)} GB are free`;
  if (free >= leastFreeBytes) return ok('disk', `${shown}.`);
  return warning(
    'disk',
    `Only ${shown}; every chamber needs room.`,
    'Free some disk space, or remove chambers that are done with `symphony chamber remove`.',
  );
}

/** Tries it: permission bits alone do not tell about read-only disks, quotas and other users' folders. */
export async function checkWritable(root: string, folder: string): Promise<Finding> {
  const name = 'writable';
  try {
    // Without a `.symphony` yet, it will be made here; looking must not make it.
    const place = await mkdtemp(join(folder, '.doctor-')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return mkdtemp(join(root, '.symphony-doctor-'));
    });
    try {
      await writeFile(join(place, 'probe'), 'x');
    } finally {
      await rm(place, { recursive: true, force: true });
    }
    return ok(name, '`.symphony` can be written.');
  } catch (error) {
    return problem(name, `\`.symphony\` cannot be written: ${reasonOf(error)}.`, remedyOf(error));
  }
}

export async function checkPorts(ports: readonly number[]): Promise<Finding[]> {
  if (ports.length === 0) {
    const code = await tryListen({ host: '127.0.0.1', port: 0 });
    return [code === null ? ok('ports', 'Local ports can be opened.') : refusedPort(0, code)];
  }
  const findings: Finding[] = [];
  for (const port of ports) {
    const code = await tryListen({ host: '127.0.0.1', port });
    findings.push(code === null ? ok('ports', `Port ${port} is free.`) : refusedPort(port, code));
  }
  return findings;
}

function refusedPort(port: number, code: string): Finding {
  if (code === 'EADDRINUSE')
    return warning(
      'ports',
      `Port ${port} is taken.`,
      `End what listens on port ${port}, or choose another with \`--port\`.`,
    );
  if (code === 'EACCES')
    return warning(
      'ports',
      `Port ${port} may not be opened by you.`,
      'Choose a port above 1023 with `--port`.',
    );
  return problem(
    'ports',
    `No port can be opened on 127.0.0.1: ${code}.`,
    'Allow this user to listen on the local network interface.',
  );
}

/** Null when it can be listened on, else the system's code. Nothing is left behind. */
export function tryListen(where: ListenOptions): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(where, () => server.close(() => resolve(null)));
  });
}
