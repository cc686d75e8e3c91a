import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An item as a person writes it on the board. Unknown keys become fields, as on any board. */
export interface Written {
  readonly title?: string;
  readonly state?: string;
  readonly rehearsal?: unknown;
  readonly [key: string]: unknown;
}

/** The board of a repository, edited as by a person with an editor that replaces the file in one go. */
export class BoardFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  write(id: string, { title = `The work of ${id}`, state = 'Todo', ...rest }: Written = {}): void {
    // JSON is YAML: one line for each key keeps the file readable and the state easy to find.
    const lines = Object.entries({ title, state, ...rest }).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}`,
    );
    this.#put(id, `---\n${lines.join('\n')}\n---\n`);
  }

  /** The column the item is in. */
  state(id: string): string {
    return /^state: *"?([^"\n]+?)"? *$/m.exec(this.#read(id))?.[1] ?? '';
  }

  move(id: string, state: string): void {
    this.#put(
      id,
      this.#read(id).replace(/^state:.*$/m, () => `state: ${JSON.stringify(state)}`),
    );
  }

  retitle(id: string, title: string): void {
    this.#put(
      id,
      this.#read(id).replace(/^title:.*$/m, () => `title: ${JSON.stringify(title)}`),
    );
  }

  remove(id: string): void {
    rmSync(this.#path(id));
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.md`);
  }

  #read(id: string): string {
    return readFileSync(this.#path(id), 'utf8');
  }

  #put(id: string, text: string): void {
    mkdirSync(this.#folder, { recursive: true });
    const fresh = join(this.#folder, `.${id}.being-written`);
    writeFileSync(fresh, text);
    renameSync(fresh, this.#path(id));
  }
}
