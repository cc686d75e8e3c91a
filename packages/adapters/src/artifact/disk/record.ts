import type { Artifact, ArtifactHold, Json } from '@symphony/domain';
import type { BlobOwner } from './blob-reader.ts';

/** A row of the table `artifacts`. */
export interface Row {
  readonly row: number;
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
  readonly version: number;
  readonly parent: string | null;
  readonly type: string;
  readonly content_type: string;
  readonly hash: string;
  readonly size: number;
  readonly sealed_by: string | null;
  readonly created_at: number;
  readonly created_by: string | null;
  readonly item: string | null;
  readonly run: string | null;
  readonly derived_from: string;
  readonly custom: string;
  readonly tags: string;
  readonly quality: number | null;
  readonly hold: string | null;
}

export const artifactOf = (row: Row): Artifact => ({
  id: row.id,
  key: row.key,
  name: row.name,
  version: row.version,
  parent: row.parent,
  type: row.type,
  contentType: row.content_type,
  hash: row.hash,
  size: row.size,
  createdAt: row.created_at,
  createdBy: row.created_by,
  item: row.item,
  run: row.run,
  derivedFrom: JSON.parse(row.derived_from) as string[],
  custom: JSON.parse(row.custom) as Record<string, Json>,
  tags: JSON.parse(row.tags) as string[],
  quality: row.quality,
  hold: row.hold === null ? null : (JSON.parse(row.hold) as ArtifactHold),
});

export const ownerOf = ({ id, name, hash, size, sealed_by: sealedBy }: Row): BlobOwner => ({
  id,
  name,
  hash,
  size,
  sealedBy,
});
