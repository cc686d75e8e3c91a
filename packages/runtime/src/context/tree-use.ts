import type { Instant } from '@symphony/domain';
import { type ContextNode, type ContextTree, countNodes, depthOf } from './tree.ts';

export interface PromptLimits {
  /** Also what matters little. */
  readonly includeLow?: boolean;
  readonly most?: number;
  readonly mostPerType?: number;
}

/** The tree as lines of a prompt: what matters, most important first, indented by its place. */
export function treePrompt(
  { rootNodes }: ContextTree,
  { includeLow = false, most = 50, mostPerType = 10 }: PromptLimits = {},
): string {
  const least = includeLow ? 1 : 5;
  const lines: string[] = [];
  const perType = new Map<ContextNode['type'], number>();
  const tell = (nodes: readonly ContextNode[], depth: number): void => {
    for (const { type, title, priority, children } of [...nodes].sort((a, b) => b.priority - a.priority)) {
      const told = perType.get(type) ?? 0;
      if (priority < least || lines.length >= most || told >= mostPerType) continue;
      perType.set(type, told + 1);
      lines.push(`${'  '.repeat(depth)}- ${title}`);
      tell(children, depth + 1);
    }
  };
  // A heading with nothing below it says nothing.
  tell(
    rootNodes.filter(({ children }) => children.length > 0),
    0,
  );
  return lines.join('\n');
}

export type TreeCheck = {
  readonly isValid: boolean;
  readonly isConsistent: boolean;
  readonly withinLimit: boolean;
  readonly bindingsValid: boolean;
  readonly nodeCount: number;
  readonly issues: readonly string[];
};

/** Consistent: it counts itself rightly and names no node twice. Bindings: every tool it speaks of is there. */
export function checkTree(tree: ContextTree, maxNodes: number, tools: readonly string[] | null): TreeCheck {
  const nodes = flat(tree.rootNodes);
  const nodeCount = countNodes(tree.rootNodes);
  const unsound = [
    ...(nodeCount === tree.totalNodes
      ? []
      : [`It says it has ${tree.totalNodes} nodes and has ${nodeCount}.`]),
    ...(depthOf(tree.rootNodes) === tree.contextDepth ? [] : ['It does not know its own depth.']),
    ...(new Set(nodes.map(({ id }) => id)).size === nodes.length ? [] : ['Two nodes have the same id.']),
    ...nodes
      .filter(({ priority }) => !(priority >= 1 && priority <= 10))
      .map(({ id, priority }) => `${id} has the priority ${priority}.`),
  ];
  const unbound = tools
    ? nodes
        .flatMap(({ executionContext }) => executionContext?.tool ?? [])
        .filter((tool) => typeof tool === 'string' && !tools.includes(tool))
    : [];
  const withinLimit = nodeCount <= maxNodes;
  return {
    isValid: unsound.length === 0 && withinLimit && unbound.length === 0,
    isConsistent: unsound.length === 0,
    withinLimit,
    bindingsValid: unbound.length === 0,
    nodeCount,
    issues: [
      ...unsound,
      ...(withinLimit ? [] : [`It has ${nodeCount} nodes; ${maxNodes} are allowed.`]),
      ...[...new Set(unbound)].map((tool) => `There is no tool \`${String(tool)}\` any more.`),
    ],
  };
}

const flat = (nodes: readonly ContextNode[]): readonly ContextNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

const MOST_TREES = 100;
const FRESH_MS = 5 * 60_000;

/** Trees that were built and still hold: nothing was recorded since, and priorities have not aged. */
export class TreeCache {
  readonly #trees = new Map<string, { readonly tree: ContextTree; readonly seq: number }>();

  get(session: string, seq: number, now: Instant): ContextTree | null {
    const kept = this.#trees.get(session);
    if (!kept || kept.seq !== seq || now - kept.tree.metadata.builtAt >= FRESH_MS) return null;
    return kept.tree;
  }

  put(tree: ContextTree, seq: number): void {
    this.#trees.delete(tree.sessionId);
    this.#trees.set(tree.sessionId, { tree, seq });
    for (const oldest of this.#trees.keys()) {
      if (this.#trees.size <= MOST_TREES) return;
      this.#trees.delete(oldest);
    }
  }

  clear(): void {
    this.#trees.clear();
  }

  get size(): number {
    return this.#trees.size;
  }
}
