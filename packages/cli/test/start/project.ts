import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error: plain JavaScript that also runs before anything is installed.
import { bundled } from '../../../../scripts/bundled.mjs';
import type { Ended } from '../command/symphony.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * A checkout of this project with a `.sample` of its own, so that a test never replaces the one a
 * person looks at. The scripts are copies, because they find the project by where they are; all
 * else is the real thing behind links.
 */
export interface Project {
  readonly path: string;
  readonly sample: string;
  /** Empty: no git identity, no settings. */
  readonly home: string;
  /** `npm start` with these arguments, without a terminal. */
  start(args: readonly string[], node?: string): Started;
  remove(): Promise<void>;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  saw(text: string): Promise<void>;
}

export function makeProject(): Project {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'symphony-start-')));
  const home = join(path, 'home');
  mkdirSync(home);
  cpSync(join(ROOT, 'scripts'), join(path, 'scripts'), { recursive: true });
  for (const name of ['packages', 'bin', 'dist', 'package.json', 'package-lock.json', '.node'])
    if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(path, name));
  // Says that the packages are installed. They are, where the links lead.
  mkdirSync(join(path, 'node_modules'));
  const lock = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  writeFileSync(join(path, 'node_modules', '.symphony-lock'), lock.digest('hex'));

  const running: Started[] = [];
  return {
    path,
    sample: join(path, '.sample'),
    home,
    start(args, node = process.execPath) {
      const started = launch(path, home, args, node);
      running.push(started);
      return started;
    },
    async remove() {
      for (const { child, ended } of running) {
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function launch(cwd: string, home: string, args: readonly string[], node: string): Started {
  const child = spawn(node, [join(cwd, 'scripts', 'start.mjs'), ...args], {
    cwd,
    // Bundled or not as the project itself is: what bundles is not behind the links.
    env: { PATH: process.env.PATH, HOME: home, TZ: 'UTC', ...(bundled() ? {} : { SYMPHONY_BUNDLE: 'off' }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let out = '';
  let err = '';
  const looks = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const look of looks) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  const saw = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (out.includes(text)) resolve();
      };
      looks.add(look);
      look();
      void ended.then(() => reject(new Error(`it ended without saying "${text}":\n${out}\n${err}`)));
    });
  return { child, ended, saw };
}
