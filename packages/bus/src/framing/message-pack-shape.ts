/**
 * Walks MessagePack without building anything, before the library does. A list that claims more
 * members than there are bytes would make it reserve memory for them: five bytes for gigabytes.
 * Extensions other than times are refused, since what they build is the library's affair.
 */

/** Deeper nesting would end in a full stack. */
const DEEPEST = 512;

/** Throws TypeError unless the bytes are exactly one value that can be built. */
export function checkShape(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** Values still to come in each open list. */
  const open: number[] = [1];
  let at = 0;
  while (open.length > 0) {
    const left = open.pop() as number;
    if (left === 0) continue;
    open.push(left - 1);
    if (at >= bytes.length) throw broken('ends early');
    const { next, values } = readHead(view, at);
    at = next;
    if (at > bytes.length || values > bytes.length - at) throw broken('claims more than it holds');
    if (values > 0) open.push(values);
    if (open.length > DEEPEST) throw broken('is nested too deeply');
  }
  if (at !== bytes.length) throw broken('goes on after its end');
}

interface Head {
  /** Where the next value begins: behind the head of a list, behind everything else. */
  readonly next: number;
  /** How many values belong to it: members of a list, keys and members of a map. */
  readonly values: number;
}

function readHead(view: DataView, at: number): Head {
  const type = view.getUint8(at);
  if (type <= 0x7f || type >= 0xe0) return scalar(at + 1);
  if (type <= 0x8f) return { next: at + 1, values: (type & 0x0f) * 2 };
  if (type <= 0x9f) return { next: at + 1, values: type & 0x0f };
  if (type <= 0xbf) return scalar(at + 1 + (type & 0x1f));
  switch (type) {
    case 0xc0: // nil
    case 0xc2: // false
    case 0xc3: // true
      return scalar(at + 1);
    case 0xc4: // bytes
    case 0xd9: // text
      return scalar(at + 2 + length(view, at, 1));
    case 0xc5:
    case 0xda:
      return scalar(at + 3 + length(view, at, 2));
    case 0xc6:
    case 0xdb:
      return scalar(at + 5 + length(view, at, 4));
    case 0xcc: // numbers
    case 0xd0:
      return scalar(at + 2);
    case 0xcd:
    case 0xd1:
      return scalar(at + 3);
    case 0xca:
    case 0xce:
    case 0xd2:
      return scalar(at + 5);
    case 0xcb:
    case 0xcf:
    case 0xd3:
      return scalar(at + 9);
    case 0xd6: // times
      return time(view, at + 1, at + 6);
    case 0xd7:
      return time(view, at + 1, at + 10);
    case 0xc7:
      return time(view, at + 2, at + 3 + length(view, at, 1));
    case 0xdc: // lists
      return { next: at + 3, values: length(view, at, 2) };
    case 0xdd:
      return { next: at + 5, values: length(view, at, 4) };
    case 0xde: // maps
      return { next: at + 3, values: length(view, at, 2) * 2 };
    case 0xdf:
      return { next: at + 5, values: length(view, at, 4) * 2 };
    default:
      throw broken(`holds a kind of value that is not taken (${type})`);
  }
}

const scalar = (next: number): Head => ({ next, values: 0 });

const TIME = -1;

function time(view: DataView, typeAt: number, next: number): Head {
  if (typeAt >= view.byteLength || view.getInt8(typeAt) !== TIME)
    throw broken('holds an extension that is not taken');
  return scalar(next);
}

function length(view: DataView, at: number, size: 1 | 2 | 4): number {
  if (at + 1 + size > view.byteLength) throw broken('ends early');
  if (size === 1) return view.getUint8(at + 1);
  return size === 2 ? view.getUint16(at + 1) : view.getUint32(at + 1);
}

const broken = (what: string): TypeError => new TypeError(`The MessagePack ${what}.`);
