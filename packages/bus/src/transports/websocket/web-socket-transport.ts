import { nextTick } from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import type { WebSocket } from 'ws';
import type { Transport } from '../../transport.ts';
import { earsOf, LINGER_MS } from '../node/listening.ts';

/**
 * A transport over an open WebSocket. Its messages are read as one stream: where they are cut means
 * nothing, so that framing is the same everywhere. It is paused until somebody reads.
 */
export function webSocketTransport(socket: WebSocket): Transport {
  let pending = '';
  let closing = false;
  const ears = earsOf(() => {
    socket.on('message', (data) => ears.heard(data as Buffer));
    socket.resume();
  });

  socket.pause();
  socket.on('error', ears.failed);
  socket.once('close', ears.gone);
  const written = () => {
    if (pending === '' && socket.bufferedAmount === 0) ears.drained();
  };
  // One message for all that is said in one turn.
  const flush = () => {
    const text = pending;
    pending = '';
    if (text !== '' && socket.readyState === socket.OPEN) socket.send(text, written);
  };

  return {
    send(data) {
      if (closing || socket.readyState !== socket.OPEN) return false;
      if (typeof data === 'string') {
        if (pending === '') nextTick(flush);
        pending += data;
      } else {
        flush();
        socket.send(data, written);
      }
      return true;
    },
    ...ears.listening,
    close() {
      if (closing) return;
      closing = true;
      flush();
      socket.close();
      socket.resume(); // the other side's goodbye is read too
      const linger = setTimeout(() => socket.terminate(), LINGER_MS);
      socket.once('close', () => clearTimeout(linger));
    },
    bufferedBytes: () => pending.length + socket.bufferedAmount,
  };
}
