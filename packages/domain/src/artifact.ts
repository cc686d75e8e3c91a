import type { Instant, ItemId, Json, RunId } from './work-item.ts';

/**
 * Something an agent or a person made, kept for good: a prompt as sent, a transcript, a diff, a plan.
 * The record never changes, save for what is said about it afterwards: tags, hold and quality. Its
 * bytes are found by `hash` and kept once, however many records share them.
 */
export type ArtifactId = string;

export interface Artifact {
  readonly id: ArtifactId;
  /** Chosen by whoever stored it; storing again with the same key gives this record back. */
  readonly key: string | null;
  readonly name: string;
  /** Counted per name from 1, never used twice. */
  readonly version: number;
  /** The version it follows. It may have been removed since. */
  readonly parent: ArtifactId | null;
  /** One of `ARTIFACT_TYPES` or a registered one. */
  readonly type: string;
  readonly contentType: string;
  /** SHA-256 of the plain content, in hex; with encryption at rest keyed, so that it tells nothing. */
  readonly hash: string;
  /** Of the plain content, in bytes. */
  readonly size: number;
  readonly createdAt: Instant;
  readonly createdBy: string | null;
  readonly item: ItemId | null;
  readonly run: RunId | null;
  readonly derivedFrom: readonly ArtifactId[];
  readonly custom: Readonly<Record<string, Json>>;
  /** Sorted. A tagged artifact is not removed. */
  readonly tags: readonly string[];
  /** From 0 to 1; null until somebody judged it. */
  readonly quality: number | null;
  readonly hold: ArtifactHold | null;
}

/** Keeps an artifact whatever any policy says, until it is released. */
export interface ArtifactHold {
  readonly reason: string;
  readonly by: string | null;
  readonly at: Instant;
}

export const ARTIFACT_TYPES = [
  'prompt',
  'transcript',
  'diff',
  'evidence',
  'bundle',
  'plan',
  'report',
  'other',
] as const;

/** Why an artifact must stay; removing it is refused while there is a reason. */
export type KeepReason = 'tagged' | 'held' | 'referenced';

export function reasonsToKeep(
  artifact: Pick<Artifact, 'tags' | 'hold'>,
  references: number,
): readonly KeepReason[] {
  const reasons: KeepReason[] = [];
  if (artifact.hold !== null) reasons.push('held');
  if (artifact.tags.length > 0) reasons.push('tagged');
  if (references > 0) reasons.push('referenced');
  return reasons;
}

const TEXTUAL =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|jsonl|x-ndjson|xml|yaml|x-yaml|toml|javascript|sql)\b)/i;

/** Whether the content is words to show, search and compare line by line. */
export const isTextual = (contentType: string): boolean => TEXTUAL.test(contentType);
