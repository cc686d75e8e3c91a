import { nextTick } from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Transport } from '../../transport.ts';
import { earsOf, LINGER_MS } from './listening.ts';

const SHORT = 4_096;

/**
 * A transport over a readable and a writable, which may be one: a socket, or the two pipes of a
 * process. It is closed when both are, which follows soon after one is. Reading starts with
 * `onText` or `onBytes`.
 */
export function streamTransport(readable: Readable, writable: Writable): Transport {
  let pending = '';
  let closing = false;
  let linger: NodeJS.Timeout | undefined;
  const ears = earsOf(() => readable.on('data', ears.heard));

  const streams = new Set<Readable | Writable>([readable, writable]);
  const destroy = () => {
    for (const stream of streams) stream.destroy();
  };
  for (const stream of [...streams]) {
    stream.on('error', ears.failed);
    stream.once('close', () => {
      streams.delete(stream);
      if (streams.size > 0)
        close(); // what a process said before it died is still in its other pipe
      else gone();
    });
  }
  // The other side will say no more; a socket then closes by itself, a pair of pipes does not.
  readable.once('end', () => {
    if (streams.size > 1) close();
  });
  const gone = () => {
    clearTimeout(linger);
    ears.gone();
  };

  // What is said first in a turn leaves at once; the rest of the turn is one write, so that many
  // small messages cost one system call and one alone does not wait.
  let speaking = false;
  const write = (text: string) => {
    if (text === '' || writable.destroyed) return;
    // What leaves at once may go as text, which is quicker; what has to wait is counted, in bytes.
    if (text.length < SHORT && writable.writableLength === 0) writable.write(text, 'utf8', written);
    else writable.write(Buffer.from(text, 'utf8'), written);
  };
  const flush = () => {
    const text = pending;
    pending = '';
    write(text);
  };
  const endTurn = () => {
    speaking = false;
    flush();
  };
  const written = () => {
    if (pending === '' && writable.writableLength === 0) ears.drained();
  };
  const close = () => {
    if (closing) return;
    closing = true;
    flush();
    writable.end();
    readable.resume(); // an unread end would keep a socket from closing
    linger = setTimeout(destroy, LINGER_MS);
  };

  return {
    send(data) {
      if (closing || !writable.writable) return false;
      if (typeof data === 'string') {
        if (speaking) pending += data;
        else {
          speaking = true;
          // After the microtasks of this turn, so that answers of asynchronous handlers join in.
          nextTick(endTurn);
          write(data);
        }
      } else {
        flush();
        writable.write(data, written);
      }
      return true;
    },
    ...ears.listening,
    close,
    bufferedBytes: () => pending.length + writable.writableLength,
  };
}
