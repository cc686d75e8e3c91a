import type { ReadStream } from 'node:tty';

/** A keyboard read key by key. While it is open the terminal echoes nothing and makes no signals of keys. */
export interface Keyboard {
  /** The terminal is as it was. Repeating it is harmless. */
  close(): void;
}

/** `restore` is written too when the process ends in any way it can notice. */
export function openKeyboard(stdin: ReadStream, hear: (text: string) => void, restore: () => void): Keyboard {
  const decoder = new TextDecoder(); // a character may come in two pieces
  // Whoever read the keyboard before may have had it decode by itself, and that cannot be undone.
  const listen = (typed: Buffer | string) =>
    hear(typeof typed === 'string' ? typed : decoder.decode(typed, { stream: true }));
  let open = true;
  const close = () => {
    if (!open) return;
    open = false;
    process.off('exit', close);
    stdin.off('data', listen);
    stdin.setRawMode(false);
    stdin.pause();
    restore();
  };
  process.on('exit', close);
  stdin.setRawMode(true);
  stdin.on('data', listen);
  stdin.resume();
  return { close };
}

/** Waits until any key is pressed. */
export function anyKey(stdin: ReadStream): Promise<void> {
  return new Promise((resolve) => {
    const keyboard = openKeyboard(
      stdin,
      () => {
        keyboard.close();
        resolve();
      },
      () => undefined,
    );
  });
}
