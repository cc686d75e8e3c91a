import type { Context } from 'hono';

interface KeptFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const KEPT_HEADERS = ['Content-Type', 'Content-Encoding', 'Vary', 'Last-Modified', 'Cache-Control'];
const ENCODINGS = ['br', 'zstd', 'gzip'];

/**
 * Files that never change, as they were answered the first time. From the disk half a megabyte comes in
 * ten pieces, and each waits for its turn in a loop that the agents keep busy; from here it goes at once.
 */
export class KeptFiles {
  readonly #files = new Map<string, KeptFile>();

  /** Null: it must be answered from the disk. */
  answer(c: Context): Response | null {
    const kept = isWhole(c) ? this.#files.get(keyOf(c)) : undefined;
    return kept ? c.body(kept.body, 200, { ...kept.headers }) : null;
  }

  /** Keeps what was answered, and answers it. */
  async keep(c: Context, answer: Response): Promise<Response> {
    if (!isWhole(c) || answer.status !== 200) return answer;
    const headers = KEPT_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    this.#files.set(keyOf(c), {
      body: new Uint8Array(await answer.clone().arrayBuffer()),
      headers: Object.fromEntries(headers),
    });
    return answer;
  }
}

const isWhole = (c: Context): boolean => c.req.method === 'GET' && c.req.header('Range') === undefined;

/** A file may lie there compressed as well: by how the reader can have it, of what we know. */
function keyOf(c: Context): string {
  const accepted = c.req.header('Accept-Encoding') ?? '';
  return [c.req.path, ...ENCODINGS.filter((encoding) => accepted.includes(encoding))].join(' ');
}
