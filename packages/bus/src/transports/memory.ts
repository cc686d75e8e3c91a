import type { Transport } from '../transport.ts';

/** One end of a pair inside one process. What is sent arrives a microtask later, never inside `send`. */
export interface MemoryTransport extends Transport {
  /** Stops reading: what the other end sends stays buffered there. */
  hold(): void;
  release(): void;
}

export function memoryPair(): readonly [MemoryTransport, MemoryTransport] {
  const a = new MemoryEnd();
  const b = new MemoryEnd();
  a.meet(b);
  b.meet(a);
  return [a, b];
}

type Listener =
  | { readonly reads: 'text'; readonly hear: (text: string) => void }
  | { readonly reads: 'bytes'; readonly hear: (bytes: Uint8Array) => void };

class MemoryEnd implements MemoryTransport {
  #peer: MemoryEnd | null = null;
  #closed = false;
  #cause: Error | null = null;
  #held = false;
  #scheduled = false;
  #waiting: (string | Uint8Array)[] = [];
  #unread = 0;
  #listener: Listener | null = null;
  #closeListen: ((cause: Error | null) => void) | null = null;
  #drainListen: (() => void) | null = null;

  meet(peer: MemoryEnd): void {
    this.#peer = peer;
  }

  send(data: string | Uint8Array): boolean {
    if (this.#closed) return false;
    this.#peer?.deliver(data);
    return true;
  }

  onText(hear: (text: string) => void): void {
    this.#listener = { reads: 'text', hear };
    this.#schedule();
  }

  onBytes(hear: (bytes: Uint8Array) => void): void {
    this.#listener = { reads: 'bytes', hear };
    this.#schedule();
  }

  onClose(listen: (cause: Error | null) => void): void {
    this.#closeListen = listen;
    if (this.#closed) void Promise.resolve().then(() => listen(this.#cause));
  }

  onDrain(listen: () => void): void {
    this.#drainListen = listen;
  }

  bufferedBytes(): number {
    return this.#peer?.unread() ?? 0;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    void Promise.resolve().then(() => {
      this.#closeListen?.(this.#cause);
      this.#peer?.peerClosed();
    });
  }

  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#schedule();
  }

  /** The other end closed: what it sent before is still read. */
  peerClosed(): void {
    this.#flush();
    this.close();
  }

  deliver(data: string | Uint8Array): void {
    this.#waiting.push(data);
    this.#unread += data.length;
    this.#schedule();
  }

  unread(): number {
    return this.#unread;
  }

  drainHeard(): void {
    this.#drainListen?.();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    void Promise.resolve().then(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#held || this.#closed || !this.#listener || this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#unread = 0;
    if (waiting.every((each) => typeof each === 'string')) this.#hear(waiting.join(''));
    else for (const data of waiting) this.#hear(data);
    this.#peer?.drainHeard();
  }

  /** There are no bytes of a text here to read it from: the two ends must agree on one. */
  #hear(data: string | Uint8Array): void {
    if (this.#closed) return;
    if (typeof data === 'string' && this.#listener?.reads === 'text') this.#listener.hear(data);
    else if (typeof data !== 'string' && this.#listener?.reads === 'bytes') this.#listener.hear(data);
    else {
      this.#cause = new Error('Text came where bytes are read, or bytes where text is.');
      this.close();
    }
  }
}
