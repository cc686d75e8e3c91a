import type { PatchView } from '@symphony/domain';

/** In bytes. */
const MOST = 400_000;
const NEWLINE = 0x0a;

/** The beginning of a patch, gathered as it comes and cut after a whole line. */
export class PatchText {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  /** False when there is more than is sent. */
  take(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    return this.#size <= MOST;
  }

  read(): Pick<PatchView, 'patch' | 'cut'> {
    const bytes = Buffer.concat(this.#chunks);
    const cut = bytes.length > MOST;
    const text = (cut ? bytes.subarray(0, bytes.lastIndexOf(NEWLINE, MOST - 1) + 1) : bytes).toString('utf8');
    return isBinary(text) ? { patch: '', cut: false } : { patch: text, cut };
  }
}

/** Lines of a file always begin with a sign, so this can only be said by git. */
const isBinary = (text: string): boolean => /^Binary files .* differ$/m.test(text);
