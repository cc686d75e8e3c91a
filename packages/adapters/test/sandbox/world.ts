import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EncloseRequest, Launch } from '@symphony/domain';
import { makeRepository, type Repository } from '@symphony/testkit';
import { type LocalEnclosure, type LocalSandbox, openSandbox } from '../../src/sandbox/index.ts';

/**
 * A repository with two chambers, a home with a secret, and a sandbox for the first chamber: what a
 * run finds on a person's machine. Everything lies in temporary folders.
 */
export interface World {
  readonly repository: Repository;
  readonly chamber: string;
  readonly otherChamber: string;
  /** The agent's home, with a secret in `.ssh` and a folder of the agent's own, `.agent`. */
  readonly home: string;
  readonly refused: string[];
  /** In the sandbox of the first chamber. Scripts find $REPOSITORY, $OTHER (the other chamber) and $HOME. */
  inside(script: string, env?: Readonly<Record<string, string>>): Promise<Outcome>;
  outside(script: string): Promise<Outcome>;
  /** The same script outside and inside. */
  both(script: string): Promise<{ outside: Outcome; inside: Outcome }>;
  enclosure(changes?: Partial<EncloseRequest>): Promise<LocalEnclosure>;
  launch(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Launch;
  remove(): Promise<void>;
}

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A name that any shell text with a gap in it would stumble over. */
const NAME = `a person's "$HOME" repository`;

export async function makeWorld(
  changes: Partial<EncloseRequest> = {},
  sandbox: LocalSandbox = openSandbox(),
): Promise<World> {
  const repository = await makeRepository({ name: NAME, files: { 'readme.md': 'hello\n' } });
  const home = await realpath(await mkdtemp(join(tmpdir(), 'symphony-home-')));
  const chambers = ['a', 'b'].map((name) => join(repository.path, '.symphony', 'chambers', name));
  const [chamber = '', otherChamber = ''] = chambers;
  for (const path of chambers) await repository.git('worktree', 'add', '-q', '--detach', path);
  await mkdir(join(home, '.ssh'));
  await mkdir(join(home, '.agent'));
  await writeFile(join(home, '.ssh', 'id_x'), 'secret key\n');
  await writeFile(join(repository.path, '.symphony', 'log'), 'the log\n');
  await writeFile(join(otherChamber, 'private.txt'), 'of another run\n');
  const git = join(repository.path, '.git');
  await mkdir(join(git, 'hooks'), { recursive: true });

  const refused: string[] = [];
  const opened: LocalEnclosure[] = [];
  const enclosure = async (more: Partial<EncloseRequest> = {}) => {
    const enclosed = await sandbox.enclose({
      run: randomUUID(),
      profile: 'standard',
      chamber,
      repository: repository.path,
      writable: [git, join(home, '.agent')],
      readOnly: [join(git, 'hooks'), join(git, 'config')],
      caches: [],
      hosts: [],
      home,
      path: process.env.PATH ?? '',
      refused: (host) => refused.push(host),
      ...changes,
      ...more,
    });
    opened.push(enclosed);
    return enclosed;
  };
  const launch = (command: string, args: readonly string[], env = {}): Launch => ({
    command,
    args,
    cwd: chamber,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      LANG: 'C.UTF-8',
      REPOSITORY: repository.path,
      OTHER: otherChamber,
      ...env,
    },
  });
  const outside = (script: string) => finish(launch('sh', ['-c', script]));
  const inside = async (script: string, env = {}) => {
    const enclosed = opened[0] ?? (await enclosure());
    return finish(enclosed.confine(launch('sh', ['-c', script], env)));
  };
  return {
    repository,
    chamber,
    otherChamber,
    home,
    refused,
    inside,
    outside,
    both: async (script) => ({ outside: await outside(script), inside: await inside(script) }),
    enclosure,
    launch,
    remove: async () => {
      for (const each of opened) await each.close();
      await repository.remove();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Runs a launch to its end, as `spawnGroup` does: in a session of its own. */
export function finish(launch: Launch): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.command, [...launch.args], {
      cwd: launch.cwd,
      env: { ...launch.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      text.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text.err += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...text }));
  });
}

/** A server on this machine that says who asked. */
export async function makeServer(
  word: string,
): Promise<{ port: number; asked: string[]; close(): Promise<void> }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(word);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Empty where the sandbox works, else the reason to skip. */
export async function whyNot(): Promise<string> {
  const { processes, detail } = await openSandbox().examine();
  return processes ? '' : detail;
}
