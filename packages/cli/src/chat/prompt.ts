import { createInterface, type Interface } from 'node:readline';

/** What a person types, line by line: at a terminal with a history, from a pipe as it comes. */
export interface Prompt {
  /** The next line; null when there is none any more. */
  next(): Promise<string | null>;
  /** One line for a question in between; at a terminal one that was typed after it was asked. */
  question(text: string): Promise<string>;
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
  const reader: Interface = createInterface({
    input: process.stdin,
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
    if (take) take(line);
    else if (line !== null) typed.push(line);
  };
  reader.on('line', give);
  reader.on('SIGINT', onInterrupt);
  reader.on('close', () => {
    over = true;
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
    async question(text) {
      if (interactive) {
        // It was typed for something else, and answers nothing that was not yet asked.
        typed.length = 0;
        process.stderr.write(text);
      }
      return (await line()) ?? '';
    },
    close: () => reader.close(),
  };
}
