import { fstatSync, readSync } from 'node:fs';

/** Looking at both ends of a file of lines without reading what is between. */

const NEWLINE = 0x0a;
const FIRST_LOOK = 16 * 1024;

export interface LastLine {
  readonly text: string;
  /** Where the file ends after its last complete line; 0 when it has none. */
  readonly end: number;
}

/** The last line that ends with a newline. Looks back twice as far until it has seen where it begins. */
export function lastLine(fd: number): LastLine {
  const size = fstatSync(fd).size;
  for (let look = Math.min(FIRST_LOOK, size); ; look = Math.min(look * 2, size)) {
    const tail = bytesAt(fd, size - look, look);
    const last = tail.lastIndexOf(NEWLINE);
    const before = last > 0 ? tail.lastIndexOf(NEWLINE, last - 1) : -1;
    if (before < 0 && look < size) continue;
    if (last < 0) return { text: '', end: 0 };
    return { text: tail.toString('utf8', before + 1, last), end: size - look + last + 1 };
  }
}

export const startOf = (fd: number, length: number): string => bytesAt(fd, 0, length).toString('utf8');

function bytesAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, bytes, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
