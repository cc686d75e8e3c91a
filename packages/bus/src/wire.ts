import { FrameGarbled, type FrameTooLarge, type Framing, type FramingOf } from './framing/framing.ts';
import { type Incoming, notInFormat, readMessage } from './message.ts';
import type { Transport } from './transport.ts';

export interface WireReader {
  take(message: Incoming): void;
  /** Nothing more can be read. */
  broken(error: FrameTooLarge | FrameGarbled): void;
}

/** Messages over a transport, in one framing at a time. */
export class Wire {
  #framing: Framing;
  #stopped = false;
  #chunks = 0;
  /** How often the framing was set: what is read in an older one is out of date. */
  #age = 0;
  readonly #transport: Transport;
  readonly #maxFrame: number;
  readonly #reader: WireReader;

  constructor(transport: Transport, framing: Framing, maxFrame: number, reader: WireReader) {
    this.#transport = transport;
    this.#framing = framing;
    this.#maxFrame = maxFrame;
    this.#reader = reader;
    this.#listen();
  }

  get framing(): Framing {
    return this.#framing;
  }

  /** How often anything came: a number that stands still is a peer that is silent. */
  get chunks(): number {
    return this.#chunks;
  }

  /** False once the transport is closed. Throws as `encode` does. */
  send(message: object): boolean {
    return this.#transport.send(this.#framing.encode(message, this.#maxFrame));
  }

  /** Both directions from here on. The two ends see to it that nothing is under way. */
  changeTo(framing: Framing): void {
    this.#framing = framing;
    this.#listen();
  }

  stop(): void {
    this.#stopped = true;
  }

  #listen(): void {
    this.#age += 1;
    const framing = this.#framing;
    if (framing.carries === 'text') this.#transport.onText(this.#pump(framing, 'JSON'));
    else this.#transport.onBytes(this.#pump(framing, 'MessagePack'));
  }

  #pump<Chunk>(framing: FramingOf<Chunk>, format: string): (chunk: Chunk) => void {
    const decoder = framing.decoder(this.#maxFrame);
    const age = this.#age;
    return (chunk) => {
      if (this.#stopped) return;
      this.#chunks += 1;
      const { frames, broken } = decoder.push(chunk);
      for (let at = 0; at < frames.length; at += 1) {
        this.#reader.take(readFrame(framing, format, frames[at] as Chunk));
        if (this.#stopped) return;
        if (this.#age === age) continue;
        if (at + 1 < frames.length || decoder.held() > 0) this.#reader.broken(saidTooSoon());
        return;
      }
      if (broken) this.#reader.broken(broken);
    };
  }
}

function readFrame<Chunk>(framing: FramingOf<Chunk>, format: string, frame: Chunk): Incoming {
  let value: unknown;
  try {
    value = framing.parse(frame);
  } catch {
    return notInFormat(format);
  }
  return readMessage(value);
}

const saidTooSoon = (): FrameGarbled =>
  new FrameGarbled('More came in the old framing after the new one was agreed on.');
