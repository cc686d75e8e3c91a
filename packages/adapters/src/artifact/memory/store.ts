import { createHash } from 'node:crypto';
import {
  type Artifact,
  type ArtifactContent,
  type ArtifactDiff,
  type ArtifactFilter,
  type ArtifactFindings,
  type ArtifactHold,
  type ArtifactId,
  type ArtifactQuery,
  type ArtifactRemoval,
  type ArtifactRequest,
  type ArtifactStats,
  type ArtifactStore,
  type ArtifactVerdict,
  type Lineage,
  type LineageLink,
  type Names,
  type Page,
  reasonsToKeep,
} from '@symphony/domain';
import { rowLimit } from '../../store/record.ts';
import { Head, inParts, PART } from '../content.ts';
import { difference } from '../difference.ts';
import { draftOf, qualityOf, tagsOf } from '../draft.ts';
import { LISTED } from '../page.ts';
import { mustStay, notThere } from '../refusal.ts';
import { passes } from './filter.ts';
import { searchAll } from './search.ts';

/** Artifacts without a disk. It ends with its process. */
export class MemoryArtifactStore implements ArtifactStore {
  readonly #now: () => number;
  readonly #names: Names;
  /** In the order they were stored. */
  readonly #artifacts = new Map<ArtifactId, Artifact>();
  readonly #contents = new Map<string, Uint8Array>();
  readonly #lastVersions = new Map<string, number>();

  constructor(now: () => number, names: Names) {
    this.#now = now;
    this.#names = names;
  }

  async store(request: ArtifactRequest, content: ArtifactContent): Promise<Artifact> {
    const draft = draftOf(request, content);
    const known = this.#withKey(draft.key);
    if (known) return known;
    const bytes = await gathered(content);
    // Another call may have stored it while the content came in.
    const meanwhile = this.#withKey(draft.key);
    if (meanwhile) return meanwhile;
    for (const source of draft.derivedFrom) this.#known(source);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const version = (this.#lastVersions.get(draft.name) ?? 0) + 1;
    const parent = this.#all().findLast(({ name }) => name === draft.name)?.id ?? null;
    const made = { id: this.#names('a'), version, parent, hash, size: bytes.length, createdAt: this.#now() };
    const artifact: Artifact = { ...draft, ...made, hold: null };
    this.#lastVersions.set(draft.name, version);
    this.#contents.set(hash, bytes);
    this.#artifacts.set(artifact.id, artifact);
    return copy(artifact);
  }

  async get(id: ArtifactId): Promise<Artifact> {
    return copy(this.#known(id));
  }

  async byKey(key: string): Promise<Artifact | null> {
    return this.#withKey(key);
  }

  async *open(id: ArtifactId): AsyncGenerator<Uint8Array> {
    const bytes = this.#contentOf(this.#known(id));
    for (let from = 0; from < bytes.length; from += PART) yield bytes.slice(from, from + PART);
  }

  async text(id: ArtifactId, limit = Number.POSITIVE_INFINITY): Promise<string> {
    const bytes = this.#contentOf(this.#known(id));
    const head = new Head(Math.min(limit, bytes.length + 1));
    head.add(bytes);
    return head.text();
  }

  async list(
    filter: ArtifactFilter,
    { limit = LISTED, offset = 0 }: Page = {},
  ): Promise<readonly Artifact[]> {
    const found = this.#newestFirst().filter((each) => passes(each, filter));
    return found.slice(rowLimit(offset), rowLimit(offset) + rowLimit(limit)).map(copy);
  }

  async search(query: ArtifactQuery): Promise<ArtifactFindings> {
    return searchAll(this.#newestFirst().map(copy), query, (artifact) => this.#contentOf(artifact));
  }

  async versions(name: string): Promise<readonly Artifact[]> {
    return this.#all()
      .filter((each) => each.name === name)
      .map(copy);
  }

  async diff(before: ArtifactId, after: ArtifactId): Promise<ArtifactDiff> {
    return difference(this.#known(before), this.#known(after), ({ id }) => this.text(id));
  }

  async lineage(id: ArtifactId): Promise<Lineage> {
    this.#known(id);
    const all = this.#all().flatMap(linksTo);
    const family = new Set([id, ...reach(id, all, 'to', 'from'), ...reach(id, all, 'from', 'to')]);
    const artifacts = this.#all().filter((each) => family.has(each.id));
    return {
      focus: id,
      artifacts: artifacts.map(copy),
      links: all.filter(({ from, to }) => family.has(from) && family.has(to)),
    };
  }

  async tag(id: ArtifactId, tags: readonly string[]): Promise<Artifact> {
    return this.#change(id, { tags: tagsOf([...this.#known(id).tags, ...tags]) });
  }

  async untag(id: ArtifactId, tags: readonly string[]): Promise<Artifact> {
    return this.#change(id, { tags: this.#known(id).tags.filter((tag) => !tags.includes(tag)) });
  }

  async hold(id: ArtifactId, { reason, by }: Omit<ArtifactHold, 'at'>): Promise<Artifact> {
    return this.#change(id, { hold: { reason, by, at: this.#now() } });
  }

  async release(id: ArtifactId): Promise<Artifact> {
    return this.#change(id, { hold: null });
  }

  async setQuality(id: ArtifactId, quality: number): Promise<Artifact> {
    return this.#change(id, { quality: qualityOf(quality) });
  }

  async references(id: ArtifactId): Promise<number> {
    this.#known(id);
    return this.#all().filter(({ derivedFrom }) => derivedFrom.includes(id)).length;
  }

  async remove(id: ArtifactId): Promise<ArtifactRemoval> {
    const artifact = this.#known(id);
    const reasons = reasonsToKeep(artifact, await this.references(id));
    if (reasons.length > 0) throw mustStay(artifact, reasons);
    this.#artifacts.delete(id);
    if (this.#all().some(({ hash }) => hash === artifact.hash)) return { freedBytes: 0 };
    this.#contents.delete(artifact.hash);
    return { freedBytes: artifact.size };
  }

  async stats(): Promise<ArtifactStats> {
    const all = this.#all();
    const totalBytes = all.reduce((sum, { size }) => sum + size, 0);
    const uniqueBytes = [...this.#contents.values()].reduce((sum, { length }) => sum + length, 0);
    return {
      artifacts: all.length,
      blobs: this.#contents.size,
      totalBytes,
      uniqueBytes,
      bytesSaved: totalBytes - uniqueBytes,
      ratio: uniqueBytes === 0 ? 1 : totalBytes / uniqueBytes,
    };
  }

  async verify(each: (done: number, of: number) => void = () => undefined): Promise<ArtifactVerdict> {
    const checked = this.#contents.size;
    for (let done = 1; done <= checked; done += 1) each(done, checked);
    return { checked, corrupted: [], missing: [], orphaned: [] };
  }

  async collectOrphans(): Promise<{ readonly removed: number; readonly bytes: number }> {
    return { removed: 0, bytes: 0 };
  }

  /** Nothing to let go of. */
  close(): void {
    return;
  }

  #all(): readonly Artifact[] {
    return [...this.#artifacts.values()];
  }

  #newestFirst(): readonly Artifact[] {
    return this.#all().toReversed();
  }

  #withKey(key: string | null): Artifact | null {
    const found = key === null ? undefined : this.#all().find((each) => each.key === key);
    return found ? copy(found) : null;
  }

  #known(id: ArtifactId): Artifact {
    const artifact = this.#artifacts.get(id);
    if (!artifact) throw notThere(id);
    return artifact;
  }

  #contentOf({ hash }: Artifact): Uint8Array {
    return this.#contents.get(hash) ?? new Uint8Array();
  }

  #change(id: ArtifactId, change: Partial<Pick<Artifact, 'tags' | 'hold' | 'quality'>>): Artifact {
    const changed = { ...this.#known(id), ...change };
    this.#artifacts.set(id, changed);
    return copy(changed);
  }
}

const copy = (artifact: Artifact): Artifact => structuredClone(artifact);

async function gathered(content: ArtifactContent): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of inParts(content)) parts.push(part.slice());
  // A Buffer would hand out views of itself where a copy is asked for.
  return new Uint8Array(Buffer.concat(parts));
}

/** A version that was removed since leaves no link. */
const linksTo = (artifact: Artifact, _: number, all: readonly Artifact[]): LineageLink[] => [
  ...all
    .filter(({ id }) => artifact.derivedFrom.includes(id))
    .map(({ id }) => ({ from: id, to: artifact.id, kind: 'derived' }) as const),
  ...all
    .filter(({ id }) => artifact.parent === id)
    .map(({ id }) => ({ from: id, to: artifact.id, kind: 'version' }) as const),
];

/** Everybody who can be reached from `start` along the links, walked from their `near` end to the `far` one. */
function reach(
  start: ArtifactId,
  links: readonly LineageLink[],
  near: 'from' | 'to',
  far: 'from' | 'to',
): ReadonlySet<ArtifactId> {
  const reached = new Set<ArtifactId>([start]);
  for (const id of reached) for (const link of links) if (link[near] === id) reached.add(link[far]);
  return reached;
}
