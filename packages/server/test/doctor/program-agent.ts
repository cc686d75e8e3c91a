import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentPresence } from '@symphony/domain';
import { onTestFinished } from 'vitest';
import type { AgentSight, Found } from '../../src/init/index.ts';

const run = promisify(execFile);

/** An agent whose program is asked for its version and its login, as real ones are. */
export const programAgent = (name: string): AgentSight => ({
  name,
  detect: async ({ player, env }) => {
    const command = player.command ?? name;
    const say = (...args: string[]) => run(command, args, { env, timeout: 5_000 });
    try {
      const version = (await say('--version')).stdout.trim();
      const login = await say('login').then(
        () => 'yes' as const,
        () => 'no' as const,
      );
      const known = version.startsWith('2.');
      const detail = `\`${command}\` ${version}, ${login === 'yes' ? 'logged in' : 'not logged in'}.`;
      const fix = login === 'no' ? `Log in with \`${command} login\`.` : known ? null : `Update \`${name}\`.`;
      return { version, known, login, detail, fix };
    } catch {
      return absent(name);
    }
  },
});

const absent = (name: string): AgentPresence => ({
  version: null,
  known: null,
  login: 'unknown',
  detail: `The program \`${name}\` is not installed.`,
  fix: `Install it with \`npm install --global ${name}\`.`,
});

/** A PATH with nothing but these programs: shell scripts by name. */
export async function pathWith(programs: Record<string, string>): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'symphony-path-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'home'));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return { PATH: folder, HOME: join(folder, 'home') };
}

/** A program that is well: of a known version and logged in. */
export const WELL = '[ "$1" = --version ] && echo 2.1.0; exit 0';
export const OLD = '[ "$1" = --version ] && echo 1.0.0; exit 0';
export const LOGGED_OUT = '[ "$1" = --version ] && echo 2.1.0 || exit 1';

/** What was found, without anything being started. */
export const found = (agent: string, presence: Partial<AgentPresence> = {}): Found => ({
  agent,
  answered: true,
  presence: {
    version: '2.1.0',
    known: true,
    login: 'yes',
    detail: `\`${agent}\` 2.1.0, logged in.`,
    fix: null,
    ...presence,
  },
});

export const missing = (agent: string): Found => ({ agent, answered: true, presence: absent(agent) });
