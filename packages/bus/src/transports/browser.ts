import type { Transport } from '../transport.ts';

/**
 * WebSockets as browsers have them (B4). The far end is a server of ours, which lets the page in by
 * its cookie and its origin. Knows neither Node nor the DOM: only what both have.
 */

/** As much of the standard WebSocket as is used here. */
export interface StandardSocket {
  binaryType: string;
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(data: string | Uint8Array): void;
  close(): void;
  addEventListener(type: string, listen: (event: SocketEvent) => void): void;
}

interface SocketEvent {
  readonly type: string;
  readonly data?: unknown;
}

declare const WebSocket: new (url: string) => StandardSocket;
declare const TextDecoder: new (
  label: string,
  options: { readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array, options: { readonly stream: boolean }): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const queueMicrotask: (call: () => void) => void;
declare const setTimeout: (call: () => void, ms: number) => unknown;

const OPEN = 1;
/** The standard tells how much is left to send, but not when it is gone: somebody has to look. */
const LOOK_EVERY_MS = 20;

/** Rejects with one sentence; a page learns nothing about why it was not let in. */
export function connectBrowserSocket(
  url: string,
  make: (url: string) => StandardSocket = (address) => new WebSocket(address),
): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = make(url);
    socket.binaryType = 'arraybuffer';
    const refused = () => reject(new Error(`${url} does not answer, or does not let this page in.`));
    socket.addEventListener('error', refused);
    socket.addEventListener('close', refused);
    // Made before anybody can be told that it is open: nothing that comes is missed.
    const transport = standardTransport(socket);
    socket.addEventListener('open', () => resolve(transport));
  });
}

type Said = string | Uint8Array;

/** What is said before somebody reads is kept: a browser cannot be asked to wait. */
function standardTransport(socket: StandardSocket): Transport {
  let hear: ((said: Said) => void) | null = null;
  let early: Said[] = [];
  let onClose: ((cause: Error | null) => void) | null = null;
  let onDrain: (() => void) | null = null;
  let cause: Error | null = null;
  let closed = false;
  let closing = false;
  let pending = '';
  let looking = false;

  socket.addEventListener('message', ({ data }) => {
    const said = typeof data === 'string' ? data : new Uint8Array(data as ArrayBuffer);
    if (hear) hear(said);
    else early.push(said);
  });
  socket.addEventListener('error', () => {
    cause ??= closing ? null : new Error('The connection to the server broke.');
  });
  socket.addEventListener('close', () => {
    closed = true;
    onClose?.(cause);
  });

  const read = (listen: (said: Said) => void) => {
    hear = listen;
    const waiting = early;
    early = [];
    // Not inside the call that asks for it: whoever listens is not ready before it ends.
    if (waiting.length > 0) queueMicrotask(() => waiting.forEach((said) => void hear?.(said)));
  };
  const look = () => {
    looking = false;
    if (closed) return;
    if (pending === '' && socket.bufferedAmount === 0) onDrain?.();
    else lookLater();
  };
  const lookLater = () => {
    if (looking) return;
    looking = true;
    setTimeout(look, socket.bufferedAmount === 0 ? 0 : LOOK_EVERY_MS);
  };
  const hand = (said: Said) => {
    socket.send(said);
    lookLater();
  };
  // One message for all that is said in one turn.
  const flush = () => {
    const text = pending;
    pending = '';
    if (text !== '' && socket.readyState === OPEN) hand(text);
  };

  return {
    send(data) {
      if (closing || socket.readyState !== OPEN) return false;
      if (typeof data === 'string') {
        if (pending === '') queueMicrotask(flush);
        pending += data;
      } else {
        flush();
        hand(data);
      }
      return true;
    },
    onText(listen) {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      read((said) => {
        const text = typeof said === 'string' ? said : decoder.decode(said, { stream: true });
        if (text !== '') listen(text);
      });
    },
    onBytes(listen) {
      const encoder = new TextEncoder();
      read((said) => listen(typeof said === 'string' ? encoder.encode(said) : said));
    },
    onClose(listen) {
      onClose = listen;
      if (closed) queueMicrotask(() => listen(cause));
    },
    onDrain(listen) {
      onDrain = listen;
    },
    close() {
      if (closing) return;
      flush();
      closing = true;
      socket.close();
    },
    bufferedBytes: () => pending.length + socket.bufferedAmount,
  };
}
