import type { TerminalFrame, TerminalView } from '@symphony/protocol';
import type { Terminal } from '@xterm/xterm';

/**
 * Titles, links and the clipboard: what a program could do to the page around its screen with a
 * control sequence, and need not.
 */
const REACHING_OUT = [0, 1, 2, 7, 8, 9, 52, 777, 1337] as const;

/** The terminal draws, and nothing a program writes reaches beyond it. */
export function confine(terminal: Terminal): void {
  for (const code of REACHING_OUT) terminal.parser.registerOscHandler(code, () => true);
}

/**
 * Shows a program until it ends or the view is closed, never faster than it can be drawn. Gives the
 * way it ended, or null when it was left.
 */
export async function showProgram(
  view: TerminalView,
  terminal: Terminal,
): Promise<Extract<TerminalFrame, { kind: 'ended' }> | null> {
  for await (const frame of view.frames) {
    if (frame.kind === 'ended') return frame;
    if (frame.kind === 'screen') {
      terminal.reset();
      terminal.resize(frame.cols, frame.rows);
    }
    await new Promise<void>((drawn) => terminal.write(frame.text, drawn));
  }
  return null;
}
