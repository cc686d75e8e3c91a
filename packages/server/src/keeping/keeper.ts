import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import type { Input } from '@symphony/conductor';
import {
  type ArtifactContent,
  type ArtifactStore,
  type Entry,
  failureOf,
  type Store,
} from '@symphony/domain';
import { KEPT_TYPES, type Keepsake, keepsakeOf, keyOf } from './records.ts';
import { transcriptOf } from './transcript.ts';

export interface KeeperOptions {
  readonly artifacts: ArtifactStore;
  readonly store: Store;
  readonly git: Git;
  readonly repository: string;
  /** How a person knows the item. */
  readonly nameOf: (item: string) => string;
  readonly post: (input: Input) => void;
}

/**
 * Keeps what agents made as artifacts, one after another, behind the log: what is recorded gives
 * rise to a keepsake, and a keepsake that is kept is recorded. Nothing waits for it, and a disk that
 * is full costs the keepsake and not the work.
 */
export class Keeper {
  readonly #options: KeeperOptions;
  #tail: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Takes up what the last conductor recorded and may not have kept: each is kept once, whoever does it. */
  catchUp(): void {
    const { store } = this.#options;
    const starts = store.read(0, Number.MAX_SAFE_INTEGER, { types: ['conductor-started'] });
    const since = starts.at(-2)?.seq ?? 0;
    for (const entry of store.read(since, Number.MAX_SAFE_INTEGER, { types: KEPT_TYPES })) this.hear(entry);
  }

  hear(entry: Entry): void {
    const keepsake = keepsakeOf(entry);
    if (keepsake) this.#enqueue(() => this.#keep(keepsake));
  }

  /** A prompt as it was sent. */
  prompt(item: string, attempt: number, kind: string, text: string): void {
    const name = `${this.#options.nameOf(item)} prompt`;
    const sent = `${item}/prompt/${attempt}/${kind}/${text.length}-${checksum(text)}`;
    const request = { name, type: 'prompt', key: sent, item, custom: { attempt, kind } };
    this.#enqueue(() => this.#store(request, text, item, null));
  }

  /** Resolves when everything heard so far is kept or told to be lost; nothing is taken any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#tail;
  }

  #enqueue(act: () => Promise<void>): void {
    if (this.#closed) return;
    this.#tail = this.#tail.then(act);
  }

  async #keep(keepsake: Keepsake): Promise<void> {
    const { item } = keepsake.event;
    const run = 'run' in keepsake.event ? keepsake.event.run : null;
    const name = `${this.#options.nameOf(item)} ${keepsake.kind}`;
    try {
      const key = keyOf(keepsake);
      if (await this.#options.artifacts.byKey(key)) return;
      const content = await this.#contentOf(keepsake);
      if (content === null) return;
      const sources = keepsake.kind === 'transcript' ? await this.#promptsOf(item) : [];
      const request = {
        name,
        type: keepsake.kind,
        key,
        item,
        derivedFrom: sources,
        ...(run === null ? {} : { run }),
        ...CONTENT_TYPES[keepsake.kind],
      };
      await this.#store(request, content, item, run);
    } catch (error) {
      this.#options.post({ type: 'artifact-lost', item, name, failure: failureOf(error) });
    }
  }

  async #store(
    request: Parameters<ArtifactStore['store']>[0],
    content: ArtifactContent,
    item: string,
    run: string | null,
  ): Promise<void> {
    const { artifacts, post } = this.#options;
    try {
      if (request.key !== undefined && (await artifacts.byKey(request.key))) return;
      const { id, name, type, size } = await artifacts.store(request, content);
      const event = {
        type: 'artifact-stored',
        item,
        run,
        artifact: id,
        kind: type,
        name,
        bytes: size,
      } as const;
      post({ type: 'artifact-kept', stored: event });
    } catch (error) {
      post({ type: 'artifact-lost', item, name: request.name, failure: failureOf(error) });
    }
  }

  async #contentOf(keepsake: Keepsake): Promise<ArtifactContent | null> {
    const { store, git, repository } = this.#options;
    switch (keepsake.kind) {
      case 'transcript':
        return transcriptOf(store, keepsake.event.item, keepsake.event.run);
      case 'evidence':
        return `${JSON.stringify(keepsake.event.evidence, null, 2)}\n`;
      case 'diff': {
        const { item, entry } = keepsake.event;
        const base = baseOf(store, item);
        if (base === null) return null;
        const diff = await git.try(repository, ['diff', '--no-ext-diff', '--no-color', base, entry.head]);
        return diff.code === 0 ? diff.stdout : null;
      }
      case 'bundle':
        return createReadStream(resolve(repository, keepsake.bundle));
    }
  }

  async #promptsOf(item: string): Promise<string[]> {
    const prompts = await this.#options.artifacts.list({ item, type: 'prompt' }, { limit: 20 });
    return prompts.map(({ id }) => id);
  }
}

/** The commit the item's branch was cut from, as recorded last. */
function baseOf(store: Store, item: string): string | null {
  const prepared = store
    .read(0, Number.MAX_SAFE_INTEGER, { item, types: ['chamber-prepared'] })
    .at(-1)?.event;
  return prepared?.type === 'chamber-prepared' ? prepared.chamber.baseCommit : null;
}

const CONTENT_TYPES = {
  transcript: { contentType: 'application/x-ndjson' },
  evidence: { contentType: 'application/json' },
  diff: { contentType: 'text/x-diff' },
  bundle: { contentType: 'application/x-git-bundle' },
} as const;

/** Tells two texts of one length apart; the store itself goes by SHA-256. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16);
}
