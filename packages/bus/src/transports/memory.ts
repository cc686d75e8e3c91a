import type { Transport } from '../transport.ts';

/** One end of a pair inside one process. Text arrives a microtask later, never inside `send`. */
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

class MemoryEnd implements MemoryTransport {
  #peer: MemoryEnd | null = null;
  #closed = false;
  #held = false;
  #scheduled = false;
  #waiting: string[] = [];
  #unread = 0;
  #listen: ((text: string) => void) | null = null;
  #closeListen: ((cause: Error | null) => void) | null = null;
  #drainListen: (() => void) | null = null;

  meet(peer: MemoryEnd): void {
    this.#peer = peer;
  }

  send(text: string): boolean {
    if (this.#closed) return false;
    this.#peer?.deliver(text);
    return true;
  }

  onText(listen: (text: string) => void): void {
    this.#listen = listen;
    this.#schedule();
  }

  onClose(listen: (cause: Error | null) => void): void {
    this.#closeListen = listen;
    if (this.#closed) void Promise.resolve().then(() => listen(null));
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
      this.#closeListen?.(null);
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

  deliver(text: string): void {
    this.#waiting.push(text);
    this.#unread += text.length;
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
    if (this.#held || this.#closed || !this.#listen || this.#waiting.length === 0) return;
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#unread = 0;
    this.#listen(text);
    this.#peer?.drainHeard();
  }
}
