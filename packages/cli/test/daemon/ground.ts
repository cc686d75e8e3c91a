import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ended, makeRepository, type Playing, startSymphony, symphony } from '../command/symphony.ts';

/** A repository to run a daemon in, with a home of its own. Whatever runs there ends with the test. */
export interface Ground {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  ask(...args: string[]): Ended;
  start(...args: string[]): Playing;
  configure(yaml: string): void;
  /** A file below `.symphony/run`. */
  read(name: string): string;
  /** What is recorded, as text: looking at it costs no process. */
  log(): string;
  /** Of the daemon, as it tells itself. */
  pid(): number;
}

export function openGround(): Ground {
  const { path, remove } = makeRepository();
  const home = mkdtempSync(join(tmpdir(), 'symphony-home-'));
  const env = { HOME: home, SYMPHONY_DETECT: 'off', DISPLAY: '', WAYLAND_DISPLAY: '', BROWSER: '' };
  const ground: Ground = {
    path,
    env,
    ask: (...args) => symphony(args, { cwd: path, env }),
    start: (...args) => startSymphony(args, { cwd: path, env, group: true }),
    configure(yaml) {
      mkdirSync(join(path, '.symphony'), { recursive: true });
      writeFileSync(join(path, '.symphony', 'symphony.yaml'), yaml);
    },
    read: (name) => readFileSync(join(path, '.symphony', 'run', name), 'utf8'),
    log() {
      const file = join(path, '.symphony', 'log', 'events.jsonl');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    pid: () => JSON.parse(ground.read('conductor.json')).pid,
  };
  onTestFinished(() => {
    ground.ask('down', '--now');
    remove();
    rmSync(home, { recursive: true, force: true });
  });
  return ground;
}

/** A zombie nobody has waited for is gone, too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
