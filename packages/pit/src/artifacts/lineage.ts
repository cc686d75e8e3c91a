import {
  type Artifact,
  type ArtifactId,
  graphOf,
  type Lineage,
  type LineageLink,
  levels,
} from '@symphony/domain';

/** One artifact of a family, with its place in it. */
export interface Relative {
  readonly artifact: Artifact;
  readonly relation: 'ancestor' | 'itself' | 'descendant';
  /** Steps along the longest way from what has nothing before it, which is 0. */
  readonly generation: number;
  readonly madeFrom: readonly LineageLink[];
}

/**
 * A family in the order it came to be: everything stands after all it was made from. Throws when the
 * links form a ring, which no store gives.
 */
export function arrangeLineage({ focus, artifacts, links }: Lineage): readonly Relative[] {
  const byId = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  const edges = links.map(({ from, to }) => [to, from] as const);
  const generations = levels(graphOf(byId.keys(), edges));
  if (generations.flat().length < byId.size)
    throw new Error(`The lineage of ${focus} forms a ring: an artifact would be made from itself.`);
  const madeFrom = new Map<ArtifactId, LineageLink[]>(artifacts.map(({ id }) => [id, []]));
  for (const link of links) madeFrom.get(link.to)?.push(link);
  const ancestors = ancestorsOf(focus, madeFrom);
  const relationOf = (id: ArtifactId): Relative['relation'] =>
    id === focus ? 'itself' : ancestors.has(id) ? 'ancestor' : 'descendant';
  return generations.flatMap((ids, generation) =>
    ids.map((id) => ({
      artifact: byId.get(id) as Artifact,
      relation: relationOf(id),
      generation,
      madeFrom: madeFrom.get(id) ?? [],
    })),
  );
}

function ancestorsOf(
  focus: ArtifactId,
  madeFrom: ReadonlyMap<ArtifactId, readonly LineageLink[]>,
): ReadonlySet<ArtifactId> {
  const reached = new Set<ArtifactId>([focus]);
  for (const id of reached) for (const { from } of madeFrom.get(id) ?? []) reached.add(from);
  return reached;
}
