import type { Artifact, ArtifactId, Lineage } from '@symphony/domain';
import type { GraphEdge, GraphKind, GraphNode } from '../../graph/graph.ts';
import { plainLine } from '../../ui/plain-text.ts';

export interface Relative {
  readonly artifact: Artifact;
  readonly kind: Lineage['links'][number]['kind'];
}

/** What it was made from and what was made from it, at first hand. */
export function relativesOf({ focus, artifacts, links }: Lineage): {
  readonly from: readonly Relative[];
  readonly to: readonly Relative[];
} {
  const byId = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  const relative = (id: ArtifactId, kind: Relative['kind']): readonly Relative[] => {
    const artifact = byId.get(id);
    return artifact ? [{ artifact, kind }] : [];
  };
  return {
    from: links.filter(({ to }) => to === focus).flatMap(({ from, kind }) => relative(from, kind)),
    to: links.filter(({ from }) => from === focus).flatMap(({ to, kind }) => relative(to, kind)),
  };
}

/** All of its kin as a graph. */
export function lineageGraph({ focus, artifacts, links }: Lineage): {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
} {
  return {
    nodes: artifacts.map(({ id, name, version, type }) => ({
      id,
      label: plainLine(name, 80),
      sub: `${type}, version ${version}`,
      kind: KINDS[type] ?? 'output',
      ...(id === focus && { tone: 'accent' as const }),
    })),
    edges: links.map(({ from, to, kind }) => ({
      id: `${from} ${kind} ${to}`,
      from,
      to,
      kind: kind === 'derived' ? 'data' : 'control',
      ...(kind === 'version' && { label: 'next version' }),
    })),
  };
}

const KINDS: Readonly<Record<string, GraphKind>> = {
  prompt: 'input',
  transcript: 'agent',
  evidence: 'gate',
  bundle: 'group',
};
