import type { Artifact, ArtifactHold, ArtifactId } from '../artifact.ts';
import type { Instant, ItemId, Json, RunId } from '../work-item.ts';

/**
 * Where everything agents make lands. Several processes may use one store at the same time.
 * Rejects with PortError only: `missing` for an id that is not there, `disk` for what the disk or a
 * damaged file did, `refused` for what must stay, `invalid` for a request that cannot be kept,
 * `unavailable` when another process holds the store too long.
 */
export interface ArtifactStore {
  /**
   * Keeps content and record, both or neither. With a `key` that is known already the first record
   * comes back and the content is not looked at, so an effect may be repeated after a crash.
   */
  store(request: ArtifactRequest, content: ArtifactContent): Promise<Artifact>;
  get(id: ArtifactId): Promise<Artifact>;
  byKey(key: string): Promise<Artifact | null>;
  /**
   * The content in parts, memory stays flat. Every byte is held against the hash: a damaged, cut or
   * missing one rejects with `disk` before the last part is handed out.
   */
  open(id: ArtifactId): AsyncIterable<Uint8Array>;
  /** The content read as UTF-8, cut at `limit` bytes where it is given; a whole text is verified first. */
  text(id: ArtifactId, limit?: number): Promise<string>;
  /** Newest first. */
  list(filter: ArtifactFilter, page?: Page): Promise<readonly Artifact[]>;
  /** Best first. All words must be there; where whole words find little, they are found by their beginning too. */
  search(query: ArtifactQuery): Promise<ArtifactFindings>;
  /** Every version of a name that is still there, oldest first. */
  versions(name: string): Promise<readonly Artifact[]>;
  diff(before: ArtifactId, after: ArtifactId): Promise<ArtifactDiff>;
  /** Everything it comes from and everything that comes from it. */
  lineage(id: ArtifactId): Promise<Lineage>;
  tag(id: ArtifactId, tags: readonly string[]): Promise<Artifact>;
  untag(id: ArtifactId, tags: readonly string[]): Promise<Artifact>;
  hold(id: ArtifactId, hold: Omit<ArtifactHold, 'at'>): Promise<Artifact>;
  release(id: ArtifactId): Promise<Artifact>;
  setQuality(id: ArtifactId, quality: number): Promise<Artifact>;
  /** How many artifacts are derived from it. */
  references(id: ArtifactId): Promise<number>;
  /** Refused while it is tagged, held or referenced. Frees its bytes when no other record shares them. */
  remove(id: ArtifactId): Promise<ArtifactRemoval>;
  stats(): Promise<ArtifactStats>;
  /** Reads every byte that is kept. `each` hears how far it is. */
  verify(each?: (done: number, of: number) => void): Promise<ArtifactVerdict>;
  /** Takes away content no record names and what a killed process left half written. */
  collectOrphans(): Promise<{ readonly removed: number; readonly bytes: number }>;
  close(): void;
}

export type ArtifactContent = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface ArtifactRequest {
  readonly name: string;
  readonly type: string;
  readonly key?: string;
  /** Without it: text for a string, bytes for everything else. */
  readonly contentType?: string;
  readonly createdBy?: string;
  readonly item?: ItemId;
  readonly run?: RunId;
  /** Must be there; so what is derived can never form a ring. */
  readonly derivedFrom?: readonly ArtifactId[];
  readonly custom?: Readonly<Record<string, Json>>;
  readonly tags?: readonly string[];
  readonly quality?: number;
}

/** All that is given must hold. Tags: every one of them. */
export interface ArtifactFilter {
  readonly idPrefix?: string;
  readonly name?: string;
  readonly type?: string;
  readonly item?: ItemId;
  readonly run?: RunId;
  readonly hash?: string;
  readonly tags?: readonly string[];
  /** Created at or after. */
  readonly after?: Instant;
  /** Created before. */
  readonly before?: Instant;
}

export interface Page {
  readonly limit?: number;
  readonly offset?: number;
}

export interface ArtifactQuery extends ArtifactFilter, Page {
  /** Without words everything that passes the filter is found, newest first. */
  readonly text?: string;
}

export interface ArtifactFindings {
  readonly hits: readonly ArtifactHit[];
  /** How many were found. `more`: counting stopped there, or the disk kept the newest from being looked at. */
  readonly found: number;
  readonly more: boolean;
  /** Counted over everything found, most frequent first. */
  readonly facets: {
    readonly types: readonly Facet[];
    readonly tags: readonly Facet[];
    readonly items: readonly Facet[];
  };
}

export interface ArtifactHit {
  readonly artifact: Artifact;
  /** Greater is better; 0 where there were no words to rank by. */
  readonly score: number;
  readonly highlights: readonly Highlight[];
}

/** A piece of the content with the words that were looked for. */
export interface Highlight {
  readonly text: string;
  /** Where they are in `text`, `[from, to)`. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

export interface Facet {
  readonly value: string;
  readonly count: number;
}

export type ArtifactDiff =
  | { readonly kind: 'same' }
  | { readonly kind: 'text'; readonly patch: string }
  | {
      readonly kind: 'bytes';
      readonly reason: string;
      readonly sizes: readonly [before: number, after: number];
    };

export interface Lineage {
  readonly focus: ArtifactId;
  /** Oldest first, the one asked for among them. */
  readonly artifacts: readonly Artifact[];
  readonly links: readonly LineageLink[];
}

/** `to` was made from `from`, or is the version after it. */
export interface LineageLink {
  readonly from: ArtifactId;
  readonly to: ArtifactId;
  readonly kind: 'derived' | 'version';
}

export interface ArtifactRemoval {
  /** 0 when another record shares the content. */
  readonly freedBytes: number;
}

export interface ArtifactStats {
  readonly artifacts: number;
  /** Contents kept; the difference to `artifacts` is what deduplication spared. */
  readonly blobs: number;
  /** What the records name, each counted. */
  readonly totalBytes: number;
  readonly uniqueBytes: number;
  readonly bytesSaved: number;
  /** `totalBytes / uniqueBytes`; 1 when nothing is shared or kept. */
  readonly ratio: number;
}

export interface ArtifactVerdict {
  readonly checked: number;
  readonly corrupted: readonly BlobProblem[];
  readonly missing: readonly BlobProblem[];
  /** Contents no record names. */
  readonly orphaned: readonly string[];
}

export interface BlobProblem {
  readonly hash: string;
  readonly reason: string;
  /** The records that cannot be read because of it. */
  readonly artifacts: readonly ArtifactId[];
}
