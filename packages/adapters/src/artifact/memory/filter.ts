import type { Artifact, ArtifactFilter } from '@symphony/domain';

export function passes(artifact: Artifact, filter: ArtifactFilter): boolean {
  const { idPrefix, name, type, item, run, hash, tags = [], after, before } = filter;
  return (
    (idPrefix === undefined || artifact.id.startsWith(idPrefix)) &&
    (name === undefined || artifact.name === name) &&
    (type === undefined || artifact.type === type) &&
    (item === undefined || artifact.item === item) &&
    (run === undefined || artifact.run === run) &&
    (hash === undefined || artifact.hash === hash) &&
    (after === undefined || artifact.createdAt >= after) &&
    (before === undefined || artifact.createdAt < before) &&
    tags.every((tag) => artifact.tags.includes(tag))
  );
}
