import type { ChangedFile } from '@symphony/domain';

type Change = ChangedFile['change'];

const CHANGES: Readonly<Record<string, Change>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type',
  U: 'modified', // in the middle of a merge
};

const NUMBERS = /^(\d+|-)\t(\d+|-)\t(.*)$/s;
const ZERO = 0;
/** No file system has longer names; who writes a tree by hand could. */
const LONGEST = 1_000_000;

/**
 * Reads `git diff --raw --numstat -z` as it comes: first every file with how it changed, then every
 * file with its lines. `most` files are kept and the rest is counted, so memory stays flat.
 */
export class DiffRecords {
  readonly #most: number;
  readonly #keeps: (path: string) => boolean;
  readonly #files = new Map<string, ChangedFile>();
  #total = 0;
  #counted = 0;
  #rest: Buffer = Buffer.alloc(0);
  /** What the coming names belong to. */
  #wants: { readonly names: number; readonly use: (names: readonly string[]) => void } | null = null;
  #names: string[] = [];

  /** `keeps`: which of them are kept at all. */
  constructor(most: number, keeps: (path: string) => boolean = () => true) {
    this.#most = most;
    this.#keeps = keeps;
  }

  get files(): readonly ChangedFile[] {
    return [...this.#files.values()];
  }

  /** How many more there are than are kept. */
  get more(): number {
    return this.#total - this.#files.size;
  }

  file(path: string): ChangedFile | undefined {
    return this.#files.get(path);
  }

  /** False as soon as the lines of every kept file are known. */
  take(chunk: Buffer): boolean {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(ZERO); end >= 0; end = bytes.indexOf(ZERO, from)) {
      this.#word(bytes.toString('utf8', from, end));
      from = end + 1;
    }
    this.#rest = bytes.subarray(from);
    return this.#rest.length < LONGEST && (this.#counted === 0 || this.#counted < this.#files.size);
  }

  #word(word: string): void {
    if (this.#wants) return this.#name(word);
    if (word.startsWith(':')) {
      const letter = word.slice(word.lastIndexOf(' ') + 1)[0] ?? 'M';
      const names = letter === 'R' || letter === 'C' ? 2 : 1;
      this.#wants = { names, use: (paths) => this.#see(CHANGES[letter] ?? 'modified', paths) };
      return;
    }
    const [, added = '-', removed = '-', path = ''] = NUMBERS.exec(word) ?? [];
    if (path !== '') this.#count(path, added, removed);
    else this.#wants = { names: 2, use: ([, moved = '']) => this.#count(moved, added, removed) };
  }

  #name(name: string): void {
    this.#names.push(name);
    if (!this.#wants || this.#names.length < this.#wants.names) return;
    const { use } = this.#wants;
    const names = this.#names;
    this.#wants = null;
    this.#names = [];
    use(names);
  }

  #see(change: Change, names: readonly string[]): void {
    const path = names.at(-1) ?? '';
    const oldPath = names.length > 1 ? (names[0] ?? null) : null;
    // A file in the middle of a merge is told twice.
    if (this.#files.has(path)) return;
    this.#total += 1;
    if (this.#files.size < this.#most && this.#keeps(path))
      this.#files.set(path, { path, oldPath, change, added: 0, removed: 0 });
  }

  #count(path: string, added: string, removed: string): void {
    const file = this.#files.get(path);
    if (!file) return;
    this.#counted += 1;
    const number = (text: string): number | null => (text === '-' ? null : Number(text));
    this.#files.set(path, { ...file, added: number(added), removed: number(removed) });
  }
}
