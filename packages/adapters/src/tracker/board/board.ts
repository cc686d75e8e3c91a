import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  isOneOf,
  type NewWork,
  normaliseName,
  PortError,
  sameState,
  type TrackedItem,
  type Tracker,
  type TrackerRead,
} from '@symphony/domain';
import { parseDocument } from 'yaml';
import { type BoardFile, BoardFolder, MAX_FILE_BYTES, tooLarge } from './board-folder.ts';
import { type Catalogue, catalogueOf, type Found, malformedItem } from './catalogue.ts';
import { addComment, withDescription } from './comment-section.ts';
import { diskFailure } from './disk-failure.ts';
import { watchFolder } from './folder-watch.ts';
import {
  type FrontMatterParts,
  joinFrontMatter,
  lineEndingOf,
  splitFrontMatter,
  withFences,
} from './front-matter.ts';
import { dropKeys, setKeys } from './front-matter-edit.ts';
import {
  changesOf,
  headerOf,
  type ItemChanges,
  type NewItem,
  requireFileName,
  storable,
} from './item-changes.ts';
import { parseItemFile } from './item-file.ts';
import { SafeWriter } from './safe-write.ts';
import { requireState } from './state-names.ts';

export interface BoardOptions {
  /** Made when missing. */
  readonly folder: string;
  /** The columns, in order. An item that names none is in the first. */
  readonly states: readonly string[];
}

export interface ShownItem {
  readonly item: TrackedItem;
  readonly path: string;
  /** The file as it is. */
  readonly text: string;
}

/**
 * The built-in tracker, with what people do on it. Ids are compared without regard to case. Its comments are
 * Symphony's alone: whoever can write to these files has the command line, and needs no commands in them.
 */
export interface Board extends Required<Omit<Tracker, 'commentsSince' | 'mayWrite' | 'nextPollMs'>> {
  /** Makes an item with the next free id. Safe when several processes add at once. */
  add(item: NewItem): Promise<TrackedItem>;
  /** Changes what is named and leaves every other byte of the file alone. */
  edit(id: string, changes: ItemChanges): Promise<TrackedItem>;
  /** Every item, whatever its state. */
  list(): Promise<TrackerRead>;
  show(id: string): Promise<ShownItem>;
  /** Where the item's file is, also when it is malformed: that is when a person wants to open it. */
  pathOf(id: string): Promise<string>;
}

/** Opens the built-in board: one Markdown file with YAML front matter per item. Nothing runs until asked. */
export const openBoard = (options: BoardOptions): Board => new FolderBoard(options);

class FolderBoard implements Board {
  readonly kind = 'board';
  readonly #path: string;
  readonly #states: readonly string[];
  readonly #folder: BoardFolder;
  readonly #writer: SafeWriter;
  #last: { readonly files: readonly BoardFile[]; readonly catalogue: Catalogue } | null = null;

  constructor(options: BoardOptions) {
    if (options.states.length === 0) throw new TypeError('a board needs at least one state');
    this.#path = resolve(options.folder);
    this.#states = options.states;
    this.#folder = new BoardFolder(this.#path, options.states);
    this.#writer = new SafeWriter(this.#path);
  }

  async fetchByStates(states: readonly string[]): Promise<TrackerRead> {
    if (states.length === 0) return { items: [], problems: [] };
    const { items, problems } = await this.#read();
    return { items: items.filter((item) => isOneOf(item.state, states)), problems };
  }

  async fetchByIds(ids: readonly string[]): Promise<readonly TrackedItem[]> {
    if (ids.length === 0) return [];
    const catalogue = await this.#read();
    const wanted = new Map(ids.map((id) => [normaliseName(id), catalogue.find(id)]));
    return [...wanted.values()].flatMap((found) => (found ? [itemOf(found)] : []));
  }

  async list(): Promise<TrackerRead> {
    const { items, problems } = await this.#read();
    return { items, problems };
  }

  async show(id: string): Promise<ShownItem> {
    const found = await this.#find(id);
    const item = itemOf(found);
    try {
      return { item, path: found.path, text: readFileSync(found.path, 'utf8') };
    } catch (error) {
      throw diskFailure(error, `read ${found.path}`);
    }
  }

  async pathOf(id: string): Promise<string> {
    return (await this.#find(id)).path;
  }

  async add(item: NewItem): Promise<TrackedItem> {
    const bytes = this.#newFile(item);
    for (let number = nextNumber(await this.#folder.read()); ; number++) {
      const id = `S-${number}`;
      if (await this.#writer.create(join(this.#path, `${id}.md`), bytes)) return itemOf(await this.#find(id));
    }
  }

  async create(work: NewWork): Promise<void> {
    const path = join(this.#path, requireFileName(work.id));
    const bytes = this.#newFile(changesOf(work));
    if ((await this.#read()).find(work.id)) return;
    if (await this.#writer.create(path, bytes)) return;
    // Somebody was faster, or a file of this name stands for another item.
    if ((await this.#read()).find(work.id)) return;
    throw new PortError({
      code: 'conflict',
      message: `The item ${work.id} cannot be put on the board: ${basename(path)} is there already and stands for another item.`,
      nextStep: `Rename ${basename(path)} on the board.`,
    });
  }

  async edit(id: string, changes: ItemChanges): Promise<TrackedItem> {
    const dropped = Object.entries(changes.fields ?? {}).flatMap(([key, value]) =>
      value === null ? key : [],
    );
    const header = Object.fromEntries(
      Object.entries(headerOf(changes, this.#states)).filter(([key]) => !dropped.includes(key)),
    );
    const { description } = changes;
    await this.#rewrite(id, (parts) => ({
      ...parts,
      yaml: withChanges(parts.yaml, header, dropped, lineEndingOf(parts.opening)),
      body: description === undefined ? parts.body : withDescription(parts.body, storable(description ?? '')),
    }));
    return itemOf(await this.#find(id));
  }

  async moveTo(id: string, state: string): Promise<void> {
    const known = requireState(this.#states, state);
    await this.#rewrite(id, (parts, item) => {
      if (sameState(item.state, known)) return null;
      return { ...parts, yaml: setKeys(parts.yaml, { state: known }, lineEndingOf(parts.opening)) };
    });
  }

  async comment(id: string, key: string, text: string): Promise<void> {
    await this.#rewrite(id, (parts) => {
      const body = addComment(parts.body, storable(key), storable(text));
      return body === parts.body ? null : { ...parts, body };
    });
  }

  watch(hint: () => void): { stop(): Promise<void> } {
    return watchFolder(this.#path, hint);
  }

  /** The text of an item that is new, in the first column unless it says otherwise. */
  #newFile(item: NewItem): Buffer {
    const header = headerOf({ ...item, state: item.state ?? this.#states[0] }, this.#states);
    const yaml = setKeys('', { ...header, created: new Date().toISOString() }, '\n');
    const body = withDescription('', storable(item.description ?? ''));
    return bytesOf({ mark: '', opening: '---\n', yaml, closing: '---\n', body });
  }

  async #read(): Promise<Catalogue> {
    const files = await this.#folder.read();
    const last = this.#last;
    const same = last?.files.length === files.length && files.every((file, at) => file === last.files[at]);
    if (last && same) return last.catalogue;
    const catalogue = catalogueOf(files);
    this.#last = { files, catalogue };
    return catalogue;
  }

  async #find(id: string): Promise<Found> {
    const found = (await this.#read()).find(id);
    if (found) return found;
    throw new PortError({
      code: 'missing',
      message: `There is no item ${id} on the board.`,
      nextStep: 'symphony board list shows the items there are.',
    });
  }

  /**
   * Changes the item's file as it is at the moment of writing, which may be later than what the
   * caller saw. `change` answers null for "nothing to do".
   */
  async #rewrite(
    id: string,
    change: (parts: FrontMatterParts, item: { readonly state: string }) => FrontMatterParts | null,
  ): Promise<void> {
    const found = await this.#find(id);
    const item = itemOf(found);
    await this.#writer.replace(found.path, (bytes) => {
      const times = { bornAt: item.createdAt ?? 0, changedAt: item.updatedAt ?? 0 };
      const now = parseItemFile({ name: basename(found.path), bytes, ...times }, this.#states);
      if (now.kind === 'malformed') throw malformedItem(id, now.problem);
      const split = splitFrontMatter(bytes.toString('utf8'));
      if (!split.ok) throw new PortError({ code: 'internal', message: split.message });
      const parts = withFences(split.parts);
      const changed = change(parts, now.item);
      if (!changed || joinFrontMatter(changed) === joinFrontMatter(parts)) return bytes;
      return bytesOf(withCreated(changed, times.bornAt));
    });
  }
}

function itemOf(found: Found): TrackedItem {
  if (found.kind === 'item') return found.item;
  throw malformedItem(found.problem.where, found.problem);
}

/**
 * Writing makes a new file, and with it a new birth time. The old one is written down, or the
 * oldest item would become the youngest when it is moved.
 */
function withCreated(parts: FrontMatterParts, bornAt: number): FrontMatterParts {
  if (parseDocument(parts.yaml, { logLevel: 'silent' }).has('created')) return parts;
  const created = new Date(bornAt).toISOString();
  return { ...parts, yaml: setKeys(parts.yaml, { created }, lineEndingOf(parts.opening)) };
}

/** A field of one's own that is null goes away; keys with a meaning keep their place and say "none". */
const withChanges = (
  yaml: string,
  header: ReturnType<typeof headerOf>,
  dropped: readonly string[],
  ending: string,
): string => dropKeys(setKeys(yaml, withoutNeedlessNulls(yaml, header), ending), dropped, ending);

/** A key that is not there says "none" already. */
function withoutNeedlessNulls(yaml: string, header: ReturnType<typeof headerOf>): typeof header {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  return Object.fromEntries(
    Object.entries(header).filter(([key, value]) => value !== null || document.has(key)),
  );
}

function bytesOf(parts: FrontMatterParts): Buffer {
  const bytes = Buffer.from(joinFrontMatter(parts), 'utf8');
  if (bytes.length <= MAX_FILE_BYTES) return bytes;
  throw new PortError({
    code: 'invalid',
    message: tooLarge(bytes.length),
    nextStep: 'Put the long part into a file of the repository and name it in the description.',
  });
}

/** One more than the highest number in use, whether in a file's name or in its front matter. */
function nextNumber(files: readonly BoardFile[]): number {
  const ids = files.flatMap(({ name, parsed }) => [
    name,
    parsed.kind === 'item' ? parsed.item.id : parsed.id,
  ]);
  const numbers = ids.map((id) => Number(/^s-(\d{1,15})(?:\.md)?$/i.exec(id)?.[1] ?? 0));
  return numbers.reduce((highest, number) => Math.max(highest, number), 0) + 1;
}
