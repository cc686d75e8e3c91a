/**
 * Names of other people's tools as names of ours: `server.tool`, letters, digits, `_` and `-`. Everything else is
 * written `_x2e_`, so that two names never become the same one and the way back is known.
 */
export const toolNameOf = (server: string, tool: string): string => `${wordOf(server)}.${wordOf(tool)}`;

/** Null when it cannot have come from `toolNameOf`. */
export function mcpNameOf(name: string): { readonly server: string; readonly tool: string } | null {
  const [server, tool, ...more] = name.split('.');
  if (server === undefined || tool === undefined || more.length > 0) return null;
  return { server: nameIn(server), tool: nameIn(tool) };
}

/** Before a word that would not begin with a letter, or that begins with this already. */
const OPENING = 'x_';
const ESCAPED = /_x([0-9a-f]+)_/g;

function wordOf(name: string): string {
  const plain = name
    // An underscore that could be read as the beginning of an escape.
    .replace(/_(?=x[0-9a-f])/g, '_x5f_')
    .replace(/[^A-Za-z0-9_-]/gu, (each) => `_x${each.codePointAt(0)?.toString(16)}_`);
  return /^[A-Za-z]/.test(plain) && !plain.startsWith(OPENING) ? plain : `${OPENING}${plain}`;
}

function nameIn(word: string): string {
  const plain = word.startsWith(OPENING) ? word.slice(OPENING.length) : word;
  return plain.replace(ESCAPED, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}
