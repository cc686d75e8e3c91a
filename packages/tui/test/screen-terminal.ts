import { PassThrough } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import headless from '@xterm/headless';
import { expect } from 'vitest';

/** A terminal without a window: what is written to it can be seen, and keys can be pressed at it. */
export class ScreenTerminal {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  raw = false;
  /** How many frames were drawn. */
  frames = 0;
  readonly #keys = new PassThrough();
  readonly #written = new PassThrough();
  readonly #terminal: headless.Terminal;

  constructor(cols = 80, rows = 24) {
    this.#terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, convertEol: true });
    this.#written.on('data', (bytes: Buffer) => {
      // Every frame is written as one, and marked as one so that terminals show it at once.
      this.frames += bytes.toString().split('\u001b[?2026h').length - 1;
      this.#terminal.write(bytes);
    });
    const setRawMode = (on: boolean) => {
      this.raw = on;
      return this.#keys;
    };
    const still = () => this.#keys;
    this.stdin = Object.assign(this.#keys, { isTTY: true, setRawMode, ref: still, unref: still }) as never;
    this.stdout = Object.assign(this.#written, { isTTY: true, columns: cols, rows }) as never;
  }

  text(): string {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) =>
      active.getLine(active.baseY + row)?.translateToString(true),
    ).join('\n');
  }

  /** The terminal's second screen, which leaves the first as it was. */
  get covered(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  press(keys: string): void {
    this.#keys.write(keys);
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
    Object.assign(this.#written, { columns, rows });
    this.#written.emit('resize');
  }

  sees(words: string | RegExp): Promise<void> {
    return expect.poll(() => this.text(), { timeout: 8_000, interval: 20 }).toMatch(words);
  }
}
