import type { ArtifactContent, ArtifactId, ArtifactRequest, Json } from '@symphony/domain';
import { notAcceptable } from './refusal.ts';

/** A request made whole: what every store writes down of it. */
export interface Draft {
  readonly key: string | null;
  readonly name: string;
  readonly type: string;
  readonly contentType: string;
  readonly createdBy: string | null;
  readonly item: string | null;
  readonly run: string | null;
  readonly derivedFrom: readonly ArtifactId[];
  readonly custom: Readonly<Record<string, Json>>;
  readonly tags: readonly string[];
  readonly quality: number | null;
}

const TYPE = /^[a-z][a-z0-9-]{0,63}$/;
const LONGEST_NAME = 512;
const LONGEST_TAG = 128;

export function draftOf(request: ArtifactRequest, content: ArtifactContent): Draft {
  const { name, type, key = null } = request;
  if (name === '' || name.length > LONGEST_NAME)
    throw notAcceptable(`An artifact's name has 1 to ${LONGEST_NAME} characters.`);
  if (!TYPE.test(type))
    throw notAcceptable(`"${type}" is no artifact type: small letters, digits and hyphens make one.`);
  if (key === '')
    throw notAcceptable('An artifact is stored with a key that says something, or without one.');
  const byDefault = typeof content === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
  return {
    key,
    name,
    type,
    contentType: request.contentType ?? byDefault,
    createdBy: request.createdBy ?? null,
    item: request.item ?? null,
    run: request.run ?? null,
    derivedFrom: [...new Set(request.derivedFrom ?? [])],
    // A copy, exactly as a store on disk would give it back.
    custom: JSON.parse(JSON.stringify(request.custom ?? {})) as Record<string, Json>,
    tags: tagsOf(request.tags ?? []),
    quality: request.quality === undefined ? null : qualityOf(request.quality),
  };
}

/** Sorted, each once. */
export function tagsOf(given: readonly string[]): readonly string[] {
  const tags = [...new Set(given.map((tag) => tag.trim()))].sort();
  const bad = tags.find((tag) => tag === '' || tag.length > LONGEST_TAG || /\p{Cc}/u.test(tag));
  if (bad !== undefined)
    throw notAcceptable(`"${bad}" is no tag: it has 1 to ${LONGEST_TAG} characters on one line.`);
  return tags;
}

export function qualityOf(quality: number): number {
  if (!(quality >= 0 && quality <= 1)) throw notAcceptable(`Quality goes from 0 to 1; ${quality} does not.`);
  return quality;
}
