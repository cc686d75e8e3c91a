import { nextTick } from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import type { Transport } from '../../transport.ts';

/** How long a closed transport still tries to hand over what was sent. */
export const LINGER_MS = 250;

type Listening = Pick<Transport, 'onText' | 'onBytes' | 'onClose' | 'onDrain'>;

/** What a carrier of bytes tells the listeners of its transport. */
interface Ears {
  /** The half of the transport that listens. */
  readonly listening: Listening;
  readonly heard: (chunk: Buffer) => void;
  readonly drained: () => void;
  /** It broke. Its closing follows and tells; the first failure is the cause. */
  readonly failed: (error: Error) => void;
  readonly gone: () => void;
}

/** The listeners of a transport, whatever carries it. `startReading` is called once, when somebody reads. */
export function earsOf(startReading: () => void): Ears {
  let closed = false;
  let cause: Error | null = null;
  let hear: ((chunk: Buffer) => void) | null = null;
  let onDrain: (() => void) | null = null;
  let onClose: ((cause: Error | null) => void) | null = null;

  const read = (listen: (chunk: Buffer) => void) => {
    const isFirst = hear === null;
    hear = listen;
    if (isFirst) startReading();
  };

  return {
    listening: {
      onText(listen) {
        const decoder = new StringDecoder('utf8');
        read((chunk) => {
          const text = decoder.write(chunk);
          if (text !== '') listen(text);
        });
      },
      onBytes: read,
      onClose(listen) {
        onClose = listen;
        if (closed) nextTick(() => listen(cause));
      },
      onDrain(listen) {
        onDrain = listen;
      },
    },
    heard: (chunk) => hear?.(chunk),
    drained: () => onDrain?.(),
    failed: (error) => {
      cause ??= error;
    },
    gone: () => {
      closed = true;
      onClose?.(cause);
    },
  };
}
