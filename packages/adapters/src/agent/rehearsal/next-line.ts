import type { Readable } from 'node:stream';

/** What is waited for is a few bytes long; more without an end is not what was asked for. */
const LONGEST = 4_096;

/**
 * The next line of a stream nobody else reads yet, or null when it ends, goes on without one, or takes
 * longer than `withinMs`. The stream is paused then, with what follows the line still in it.
 */
export function nextLine(from: Readable, withinMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    let held = Buffer.alloc(0);
    const finish = (line: string | null): void => {
      clearTimeout(timer);
      from.off('data', take).off('end', gone).off('error', gone).pause();
      resolve(line);
    };
    const gone = (): void => finish(null);
    const take = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      const at = held.indexOf(10);
      if (at === -1 && held.length < LONGEST) return;
      finish(at === -1 ? null : held.subarray(0, at).toString('utf8'));
      if (at !== -1 && at + 1 < held.length) from.unshift(held.subarray(at + 1));
    };
    const timer = setTimeout(gone, withinMs);
    from.on('data', take).once('end', gone).once('error', gone).resume();
  });
}
