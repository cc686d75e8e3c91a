/** Replacing an exact piece of a text: a decision on text alone. */
export type Replacement =
  | { readonly ok: true; readonly text: string; readonly lines: readonly number[] }
  | { readonly ok: false; readonly why: string; readonly guidance: string };

export interface Wish {
  readonly old: string;
  readonly replacement: string;
  readonly all: boolean;
}

export function replaceIn(text: string, wish: Wish): Replacement {
  const { old, replacement, all } = text.includes(wish.old) ? wish : withLineEndsOf(text, wish);
  if (old === replacement)
    return { ok: false, why: 'old and new are the same', guidance: 'Say what is to stand there instead.' };
  const places = placesOf(text, old);
  if (places.length === 0) return notThere(text, old);
  const lines = places.map((at) => lineAt(text, at));
  if (places.length > 1 && !all)
    return {
      ok: false,
      why: `the text stands there ${places.length} times, on lines ${lines.slice(0, 10).join(', ')}`,
      guidance: 'Give more of what is around the one you mean, or set all.',
    };
  return { ok: true, text: text.split(old).join(replacement), lines };
}

/** Models write `\n`; a file with `\r\n` keeps its own. */
const withLineEndsOf = (text: string, { old, replacement, all }: Wish): Wish => {
  if (!text.includes('\r\n')) return { old, replacement, all };
  const own = (piece: string): string => piece.replace(/\r?\n/g, '\r\n');
  return { old: own(old), replacement: own(replacement), all };
};

function placesOf(text: string, piece: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length)) places.push(at);
  return places;
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Most misses are a matter of blanks: then the line is named where it nearly stands. */
function notThere(text: string, old: string): Replacement {
  const plain = (line: string): string => line.replace(/\s+/g, ' ').trim();
  const wanted = old.split('\n').map(plain);
  const lines = text.split('\n').map(plain);
  const at = lines.findIndex((_, from) => wanted.every((line, index) => lines[from + index] === line));
  const first = wanted.find((line) => line !== '');
  const begins = first === undefined ? -1 : lines.indexOf(first);
  const guidance =
    at >= 0
      ? `It stands at line ${at + 1} with other blanks; read that line and copy it exactly.`
      : begins >= 0
        ? `Its first line stands at line ${begins + 1}, what follows is different; read the file there again.`
        : 'Read the file again and copy the piece exactly.';
  return { ok: false, why: 'the text does not stand there', guidance };
}
