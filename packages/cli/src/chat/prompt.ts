import { createInterface, type Interface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { ASK_FOR_MARKS, NO_MORE_MARKS, Pasted } from './pasted.ts';

/** What a person types, line by line: at a terminal with a history, from a pipe as it comes. */
export interface Prompt {
  /** The next line; null when there is none any more. */
  next(): Promise<string | null>;
  /**
   * One line for a question in between; at a terminal one that was typed after it was asked. Null when the signal falls
   * before there is one.
   */
  question(text: string, settled: AbortSignal): Promise<string | null>;
  close(): void;
}

export interface PromptOptions {
  readonly interactive: boolean;
  readonly mark: string;
  /** Typed before, the newest last. */
  readonly history: readonly string[];
  readonly onInterrupt: () => void;
}

export function openPrompt({ interactive, mark, history, onInterrupt }: PromptOptions): Prompt {
  const keyboard = interactive ? openKeyboard() : null;
  const reader: Interface = createInterface({
    input: keyboard?.input ?? process.stdin,
    ...(interactive
      ? { output: process.stderr, history: history.map((line) => line.replaceAll('\n', ' ')).toReversed() }
      : {}),
    terminal: interactive,
    prompt: mark,
    historySize: 500,
    removeHistoryDuplicates: true,
  });
  // What is typed while an answer comes waits for its turn.
  const typed: string[] = [];
  let waiting: ((line: string | null) => void) | null = null;
  let over = false;
  const give = (line: string | null): void => {
    const take = waiting;
    waiting = null;
    const whole = line === null ? null : (keyboard?.pasted.whole(line) ?? line);
    if (take) take(whole);
    else if (whole !== null) typed.push(whole);
  };
  reader.on('line', give);
  reader.on('SIGINT', onInterrupt);
  reader.on('close', () => {
    over = true;
    keyboard?.close();
    give(null);
  });
  const line = (): Promise<string | null> =>
    new Promise((resolve) => {
      const before = typed.shift();
      if (before !== undefined || over) resolve(before ?? null);
      else waiting = resolve;
    });
  return {
    next() {
      if (interactive && typed.length === 0 && !over) reader.prompt();
      return line();
    },
    async question(text, settled) {
      if (interactive) {
        // It was typed for something else, and answers nothing that was not yet asked.
        typed.length = 0;
        process.stderr.write(text);
      }
      const settle = (): void => {
        if (interactive) process.stderr.write('\n'); // what comes next does not stand behind the question
        give(null);
      };
      settled.addEventListener('abort', settle, { once: true });
      const said = await line();
      settled.removeEventListener('abort', settle);
      return settled.aborted ? null : (said ?? '');
    },
    close: () => reader.close(),
  };
}

/** A terminal's keys with what is pasted taken out of them. */
function openKeyboard() {
  const { stdin, stderr } = process;
  const pasted = new Pasted();
  const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => stdin.setRawMode(on) });
  const hear = (chunk: Buffer): void => {
    const typed = pasted.typed(chunk);
    if (typed !== '') input.write(typed);
  };
  const end = (): void => void input.end();
  stdin.on('data', hear);
  stdin.once('end', end);
  stderr.write(ASK_FOR_MARKS);
  return {
    input,
    pasted,
    close(): void {
      stdin.off('data', hear);
      stdin.off('end', end);
      stdin.pause();
      stderr.write(NO_MORE_MARKS);
    },
  };
}
