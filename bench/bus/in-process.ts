import {
  Connection,
  contentLength,
  type Framing,
  loadMessagePack,
  newline,
  type Transport,
} from '@symphony/bus';
import { percentile } from '../statistics.ts';

export interface RoutingResult {
  /** Everything from the text of a request to the text of its answer, with that many handlers. */
  readonly microsecondsPerMessage: number;
}

/** Without a socket: requests go in as text, one chunk of many, and each goes to another handler. */
export function route({ handlers }: { readonly handlers: number }): RoutingResult {
  let push: (text: string) => void = () => undefined;
  let answers = 0;
  const transport: Transport = {
    send: () => {
      answers += 1;
      return true;
    },
    onText: (listen) => {
      push = listen;
    },
    onBytes: () => undefined,
    onClose: () => undefined,
    onDrain: () => undefined,
    close: () => undefined,
    bufferedBytes: () => 0,
  };
  const connection = new Connection(transport);
  for (let n = 0; n < handlers; n += 1) connection.handle(`method-${n}`, () => n);
  const size = 1_000;
  const lines = Array.from({ length: size }, (_, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: `method-${id % handlers}`, params: { id } }),
  );
  const chunk = `${lines.join('\n')}\n`;
  const microseconds = usualMicroseconds(200, () => push(chunk));
  if (answers % size !== 0) throw new Error(`${answers} answers came, which is not ${size} a time`);
  return { microsecondsPerMessage: microseconds / size };
}

export interface SerialiseResult {
  readonly framing: string;
  /** To write a message of that size and to read it again. */
  readonly microseconds: number;
}

export async function serialise({ bytes }: { readonly bytes: number }): Promise<readonly SerialiseResult[]> {
  const message = { jsonrpc: '2.0', id: 1, method: 'echo', params: { text: 'x'.repeat(bytes) } };
  const rounds = Math.max(200, Math.floor(20_000_000 / (bytes + 400)));
  const framings = [newline, contentLength, await loadMessagePack()];
  return framings.map((framing) => {
    const once = through(framing);
    return { framing: framing.name, microseconds: usualMicroseconds(rounds, () => once(message)) };
  });
}

const BATCHES = 20;

/** The middle of several batches, so that what else the machine did in one of them does not count. */
function usualMicroseconds(times: number, work: () => void): number {
  const size = Math.ceil(times / BATCHES);
  const batches = Array.from({ length: BATCHES }, () => {
    const began = performance.now();
    for (let n = 0; n < size; n += 1) work();
    return ((performance.now() - began) * 1000) / size;
  });
  return percentile(batches, 0.5);
}

const LIMIT = 16 * 1024 * 1024;

function through(framing: Framing): (message: object) => void {
  const check = (frames: number) => {
    if (frames !== 1) throw new Error(`${framing.name} made ${frames} frames of one message`);
  };
  if (framing.carries === 'text') {
    const decoder = framing.decoder(LIMIT);
    return (message) => {
      const { frames } = decoder.push(framing.encode(message, LIMIT));
      check(frames.length);
      for (const frame of frames) framing.parse(frame);
    };
  }
  const decoder = framing.decoder(LIMIT);
  return (message) => {
    const { frames } = decoder.push(framing.encode(message, LIMIT));
    check(frames.length);
    for (const frame of frames) framing.parse(frame);
  };
}
