import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const BIN = fileURLToPath(new URL('../../../../bin/symphony.mjs', import.meta.url));

/** Why these tests cannot be done here, or false. */
export const withoutTmux = (): string | false =>
  spawnSync('tmux', ['-V']).status === 0 ? false : 'tmux is not installed';

/** A real terminal with a real `symphony` in it. */
export class Tmux {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tmux-'));
  readonly #extra: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.#extra = env;
  }

  /** Starts the command in a terminal of its own; its exit code and whether the terminal is as it was are printed after it. */
  symphony(cwd: string, args: readonly string[], size = { cols: 100, rows: 30 }): Screen {
    const name = `s${Math.random().toString(36).slice(2, 8)}`;
    const command = [process.execPath, BIN, ...args].map((each) => `'${each}'`).join(' ');
    const after = 'echo "exit code $?"; stty -a | grep -q " icanon" && echo "terminal restored"; exec cat';
    this.run(
      ...['new-session', '-d', '-s', name, '-c', cwd, '-x', `${size.cols}`, '-y', `${size.rows}`],
      `sh -c '${`${command}; ${after}`.replaceAll("'", `'\\''`)}'`,
    );
    return new Screen(this, name);
  }

  run(...args: string[]): string {
    const { TMUX: _, NO_COLOR: __, NODE_OPTIONS: ___, VITEST: ____, ...kept } = process.env;
    const env = {
      ...kept,
      HOME: this.#folder,
      TZ: 'UTC',
      LC_ALL: 'C.UTF-8',
      TERM: 'xterm-256color',
      ...this.#extra,
    };
    const socket = join(this.#folder, 'socket');
    const options = { encoding: 'utf8', env, stdio: 'pipe' } as const;
    return execFileSync('tmux', ['-S', socket, '-f', '/dev/null', '-u', ...args], options);
  }

  end(): void {
    try {
      this.run('kill-server');
    } catch {
      // It ends by itself when its last terminal is gone.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export class Screen {
  readonly #tmux: Tmux;
  readonly #name: string;

  constructor(tmux: Tmux, name: string) {
    this.#tmux = tmux;
    this.#name = name;
  }

  /** What is to be seen now. */
  text(): string {
    return this.#tmux.run('capture-pane', '-p', '-t', this.#name);
  }

  /** With all that scrolled away. */
  all(): string {
    return this.#tmux.run('capture-pane', '-p', '-J', '-S', '-', '-t', this.#name);
  }

  sees(words: string | RegExp): Promise<void> {
    return expect.poll(() => this.text(), { timeout: 20_000, interval: 50 }).toMatch(words);
  }

  /** A screen is drawn in steps: what is to go may be there for a moment longer than what is to come. */
  seesNoMore(words: string): Promise<void> {
    return expect.poll(() => this.text(), { timeout: 20_000, interval: 50 }).not.toContain(words);
  }

  press(...keys: string[]): void {
    this.#tmux.run('send-keys', '-t', this.#name, ...keys);
  }

  type(text: string): void {
    this.#tmux.run('send-keys', '-l', '-t', this.#name, text);
  }

  resize(cols: number, rows: number): void {
    this.#tmux.run('resize-window', '-t', this.#name, '-x', `${cols}`, '-y', `${rows}`);
  }

  /** The process that runs in it, below the shell. */
  pid(): number {
    const shell = this.#tmux.run('display-message', '-p', '-t', this.#name, '#{pane_pid}').trim();
    return Number(
      execFileSync('ps', ['-o', 'pid=', '--ppid', shell], { encoding: 'utf8' }).trim().split('\n')[0],
    );
  }
}
