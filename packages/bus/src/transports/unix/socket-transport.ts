import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Transport } from '../../transport.ts';

/** How long a closed transport still tries to hand over what was sent. */
const LINGER_MS = 250;

/** A transport over a connected socket. Reading starts with `onText`. */
export function socketTransport(socket: Socket): Transport {
  let pending = '';
  let closing = false;
  let cause: Error | null = null;
  let onDrain: (() => void) | null = null;
  socket.setEncoding('utf8');
  socket.on('error', (error) => {
    cause = error; // 'close' always follows and tells
  });

  // One write for all that is said in one turn: many small messages cost one system call.
  const flush = () => {
    const text = pending;
    pending = '';
    // Bytes, not text: the socket then counts what it holds in bytes.
    if (text !== '' && !socket.destroyed) socket.write(Buffer.from(text, 'utf8'), written);
  };
  const written = () => {
    if (pending === '' && socket.writableLength === 0) onDrain?.();
  };

  return {
    send(text) {
      if (closing || !socket.writable) return false;
      // After the microtasks of this turn, so that answers of asynchronous handlers join in.
      if (pending === '') nextTick(flush);
      pending += text;
      return true;
    },
    onText(listen) {
      socket.on('data', (text) => listen(text as unknown as string));
    },
    onClose(listen) {
      if (socket.closed) nextTick(() => listen(cause));
      else socket.once('close', () => listen(cause));
    },
    onDrain(listen) {
      onDrain = listen;
    },
    close() {
      if (closing) return;
      closing = true;
      flush();
      socket.end();
      socket.resume(); // an unread end would keep the socket from closing
      const linger = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(linger));
    },
    bufferedBytes: () => pending.length + socket.writableLength,
  };
}
