/** How many bytes characters take in UTF-8, without making the bytes. */

const WIDE = /[\u0080-\uffff]/;

export function utf8Length(text: string): number {
  return bytePlace(text, Number.POSITIVE_INFINITY).bytes;
}

/** Where `wanted` bytes of the text end. `bytes` is more than wanted when a character lies across it. */
export function bytePlace(text: string, wanted: number): { readonly at: number; readonly bytes: number } {
  // Most of what programs say is narrow, and a search finds that out quicker than counting does.
  const part = text.length > wanted ? text.slice(0, wanted) : text;
  if (!WIDE.test(part)) return { at: part.length, bytes: part.length };
  let at = 0;
  let bytes = 0;
  while (at < text.length && bytes < wanted) {
    const code = text.charCodeAt(at);
    at += 1;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (isHigh(code) && isLow(text.charCodeAt(at))) {
      at += 1;
      bytes += 4;
    } else bytes += 3; // half a pair is sent as the replacement character, which takes three as well
  }
  return { at, bytes };
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
