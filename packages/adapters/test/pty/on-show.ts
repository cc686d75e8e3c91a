import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import headless from '@xterm/headless';
import { expect } from 'vitest';
import { findMarked } from '../../src/process/index.ts';
import { type Frame, type ProgramEnd, PtyTerminal, type View } from '../../src/pty/index.ts';

/** A program in a terminal of its own, and that nothing of it is left afterwards. */
export async function onShow(
  script: string,
  play: (terminal: PtyTerminal, instance: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pty-'));
  const instance = `pty-test-${folder.slice(-6)}`;
  const env = { PATH: process.env.PATH ?? '', HOME: folder, LANG: 'C.UTF-8' };
  const launch = { command: 'sh', args: ['-c', script], cwd: folder, env };
  const terminal = await PtyTerminal.open(launch, { instance, role: 'agent', run: 'run-1' });
  try {
    await play(terminal, instance);
    await terminal.stop(2_000);
    expect(await findMarked(instance)).toEqual([]);
  } finally {
    await terminal.stop(0);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A person's terminal at the end of a view: draws what comes and can be read like a screen. */
export class Looker {
  readonly frames: Frame[] = [];
  readonly ended: Promise<ProgramEnd>;
  readonly #terminal: headless.Terminal;
  readonly view: View;

  constructor(view: View, size = { cols: 80, rows: 24 }) {
    this.view = view;
    this.#terminal = new headless.Terminal({ ...size, allowProposedApi: true });
    this.ended = this.#watch();
  }

  /** The rows as a person reads them, without empty ones at the end. */
  text(): string {
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: this.#terminal.rows }, (_, at) =>
      active.getLine(active.baseY + at)?.translateToString(true),
    );
    return rows.join('\n').trimEnd();
  }

  cursor(): readonly [number, number] {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return [cursorX, cursorY];
  }

  sees(words: string | RegExp): Promise<void> {
    return expect.poll(() => this.text(), { timeout: 15_000, interval: 10 }).toMatch(words);
  }

  async #watch(): Promise<ProgramEnd> {
    for await (const frame of this.view.frames) {
      this.frames.push(frame);
      if (frame.kind === 'ended') return { code: frame.code, signal: frame.signal };
      if (frame.kind === 'screen') {
        this.#terminal.reset();
        this.#terminal.resize(frame.cols, frame.rows);
      }
      await new Promise<void>((resolve) => this.#terminal.write(frame.text, resolve));
    }
    return { code: null, signal: 'left' };
  }
}
