import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';
import { PassThrough } from 'node:stream';
import { widthOf } from '../screen/columns.ts';
import type { Terminal } from '../terminal.ts';

/** Where the transcript goes, and what is typed beside it. */
export interface TranscriptPane {
  print(lines: readonly string[]): void;
  type(text: string): void;
  close(): void;
}

/** For who only looks, and for files and pipes. */
export const plainPane = (terminal: Terminal): TranscriptPane => ({
  print: (lines) => terminal.lines(lines),
  type: () => undefined,
  close: () => undefined,
});

/** A line at the foot that is edited while the transcript goes on above it. */
export function steeringPane(
  terminal: Terminal,
  prompt: string,
  send: (text: string) => void,
): TranscriptPane {
  const { stdout } = terminal;
  const keys = new PassThrough();
  const line = createInterface({ input: keys, output: stdout, prompt, terminal: true });
  const wipe = (rowsUp: number) => {
    moveCursor(stdout, 0, -rowsUp);
    cursorTo(stdout, 0);
    clearScreenDown(stdout);
  };
  line.on('line', (text) => {
    // It comes back as part of the transcript once the conductor has taken it.
    wipe(1 + Math.floor(widthOf(prompt + text) / stdout.columns));
    line.prompt();
    if (text.trim() !== '') send(text.trim());
  });
  line.prompt();
  return {
    print(lines) {
      if (lines.length === 0) return;
      wipe(line.getCursorPos().rows);
      terminal.lines(lines);
      line.prompt(true);
    },
    type: (text) => void keys.write(text),
    close() {
      wipe(line.getCursorPos().rows);
      line.close();
    },
  };
}
