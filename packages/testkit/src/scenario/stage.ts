import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepository, type Repository } from '../git-repository.ts';
import { type ModelServer, openModelServer } from '../model-server/index.ts';

/** Where one case is played: nothing of it is anybody's own, and nothing of it stays. */
export interface Stage {
  readonly server: ModelServer;
  /** With one commit and an identity of its own; its path is the chamber. */
  readonly repository: Repository;
  /** Empty folders for HOME and TMPDIR: an agent must not find a login, which would cost money. */
  readonly home: string;
  readonly tmp: string;
  /** What every agent is given; its key and the address of the model come on top. */
  readonly env: Readonly<Record<string, string>>;
  /** Marks the processes of this stage. */
  readonly instance: string;
  /** Writes an executable file and returns its path. The source begins with its `#!` line. */
  program(name: string, source: string): Promise<string>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'symphony-stage-'));
  const [home, tmp, programs] = [join(root, 'home'), join(root, 'tmp'), join(root, 'programs')];
  for (const folder of [home, tmp, programs]) await mkdir(folder);
  const repository = await makeRepository();
  const server = await openModelServer();
  return {
    server,
    repository,
    home,
    tmp,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      TMPDIR: tmp,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
    },
    instance: `scenario-${randomUUID()}`,
    program: async (name, source) => {
      const path = join(programs, name);
      await writeFile(path, source);
      await chmod(path, 0o755);
      return path;
    },
    close: async () => {
      await server.close();
      await repository.remove();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
