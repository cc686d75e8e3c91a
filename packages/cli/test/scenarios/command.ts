import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../../bin/symphony.mjs', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** The real `symphony` command as a real process, begun and not waited for. */
export interface Begun {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** False once it has ended. */
  readonly alive: () => boolean;
  /** What it has printed so far. */
  readonly said: () => string;
  kill(signal: NodeJS.Signals): void;
}

/** The machine's own git settings, the test runner's and a terminal's must not decide over a scenario. */
function surroundings(): NodeJS.ProcessEnv {
  const { NO_COLOR: _, NODE_OPTIONS: __, VITEST: ___, NODE_ENV: ____, ...kept } = process.env;
  return { ...kept, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C', TZ: 'UTC' };
}

export function beginSymphony(cwd: string, args: readonly string[]): Begun {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: surroundings(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    alive: () => child.exitCode === null && child.signalCode === null,
    said: () => `${out}${err}`,
    kill: (signal) => child.kill(signal),
  };
}
