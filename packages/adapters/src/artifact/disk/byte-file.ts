import { closeSync, fdatasync, openSync, read, readSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Files read and written in parts. What is within the first 64 KB or so, which most artifacts are, is
 * moved without waiting for a thread: four hand-overs there and back cost more than the bytes do.
 * From then on, and for the flush that waits for the disk, others have their turn.
 */
const AT_ONCE = 80 * 1024;

const reading = promisify(read);
const writing = promisify(write);
const flushing = promisify(fdatasync);

export class ByteReader {
  readonly #fd: number;
  #position = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'r');
  }

  /** The next `length` bytes; fewer only at the end of the file. */
  async take(length: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const got = await this.#read(bytes, filled);
      if (got === 0) break;
      filled += got;
      this.#position += got;
    }
    return bytes.subarray(0, filled);
  }

  async #read(bytes: Buffer, from: number): Promise<number> {
    const length = bytes.length - from;
    if (this.#position < AT_ONCE) return readSync(this.#fd, bytes, from, length, this.#position);
    return (await reading(this.#fd, bytes, from, length, this.#position)).bytesRead;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

export class ByteWriter {
  readonly #fd: number;
  #position = 0;

  /** The file must not be there yet. */
  constructor(path: string) {
    this.#fd = openSync(path, 'wx', 0o600);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const written = await this.#write(bytes, from);
      from += written;
      this.#position += written;
    }
  }

  async #write(bytes: Uint8Array, from: number): Promise<number> {
    const length = bytes.length - from;
    if (this.#position < AT_ONCE) return writeSync(this.#fd, bytes, from, length, this.#position);
    return (await writing(this.#fd, bytes, from, length, this.#position)).bytesWritten;
  }

  flush(): Promise<void> {
    return flushing(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
