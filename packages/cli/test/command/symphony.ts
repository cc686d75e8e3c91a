import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The real command as a real process. */
export const BIN = fileURLToPath(new URL('../../../../bin/symphony.mjs', import.meta.url));

/** A Node older than the sources need, if this machine has one: the launcher must work with it. */
export const OLDER_NODE: string | undefined = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const found = spawnSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' });
  return Number(found.stdout) >= 20 && Number(found.stdout) < 24;
});

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Setting {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly node?: string;
  readonly nodeArgs?: readonly string[];
  /** In a process group of its own, as a shell does it. */
  readonly group?: boolean;
}

const environment = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const { NO_COLOR: _, NODE_OPTIONS: __, VITEST: ___, COLUMNS: ____, ...kept } = process.env;
  return { ...kept, TZ: 'UTC', ...extra };
};

/** Runs to the end. */
export function symphony(args: readonly string[], setting: Setting = {}): Ended {
  const done = spawnSync(setting.node ?? process.execPath, [...(setting.nodeArgs ?? []), BIN, ...args], {
    cwd: setting.cwd ?? tmpdir(),
    env: environment(setting.env),
    input: setting.input ?? '',
    encoding: 'utf8',
    timeout: 25_000,
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

export interface Playing {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Ended>;
  /** Resolves when the output so far contains the text. */
  saw(text: string): Promise<void>;
}

/** Starts it and goes on. */
export function startSymphony(args: readonly string[], setting: Setting = {}): Playing {
  const child = spawn(setting.node ?? process.execPath, [BIN, ...args], {
    cwd: setting.cwd ?? tmpdir(),
    env: environment(setting.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: setting.group === true,
  });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    for (const look of waiting) look();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return {
    child,
    ended,
    saw: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!`${out}${err}`.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended without saying "${text}":\n${out}\n${err}`)));
      }),
  };
}

/** A repository of its own with one commit. */
export function makeRepository(): { readonly path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'symphony-cli-')));
  const git = (...args: string[]) => {
    const done = spawnSync('git', args, { cwd: path, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
  };
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  writeFileSync(join(path, 'README.md'), '# Sample\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}
