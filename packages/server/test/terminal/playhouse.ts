import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMarked } from '@symphony/adapters/process';
import { PtyTerminal } from '@symphony/adapters/pty';
import type { Launch } from '@symphony/domain';
import type { TerminalFrame, TerminalView } from '@symphony/protocol';
import { expect } from 'vitest';
import { Terminals } from '../../src/terminal/index.ts';

/** Real programs in real terminals, in a folder of their own, and that nothing of them is left. */
export class Playhouse {
  readonly terminals = new Terminals((launch, marker) => PtyTerminal.open(launch, marker));
  readonly folder = mkdtempSync(join(tmpdir(), 'playhouse-'));
  readonly instance = `playhouse-${this.folder.slice(-6)}`;

  play(item: string, script: string) {
    const run = `run-${item}`;
    const env = { PATH: process.env.PATH ?? '', HOME: this.folder, LANG: 'C.UTF-8' };
    const launch: Launch = { command: 'sh', args: ['-c', script], cwd: this.folder, env };
    return this.terminals.play(run, item, launch, { instance: this.instance, role: 'agent', run });
  }

  async end(): Promise<void> {
    await this.terminals.close(500);
    rmSync(this.folder, { recursive: true, force: true });
    expect(await findMarked(this.instance)).toEqual([]);
  }
}

/** Reads a view to its end and keeps what it was shown. */
export function look(view: TerminalView) {
  const frames: TerminalFrame[] = [];
  const read = async () => {
    for await (const frame of view.frames) frames.push(frame);
  };
  const over = read();
  over.catch(() => undefined); // who asks is told; a test that does not ask is about something else
  const text = () => frames.map((frame) => (frame.kind === 'ended' ? '' : frame.text)).join('');
  const sees = (words: string | RegExp) =>
    expect.poll(text, { timeout: 15_000, interval: 10 }).toMatch(words);
  return { frames, over, text, sees, view };
}
