import { ChevronRight } from 'lucide-react';
import { Fragment, type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Loading } from '../ui/states.tsx';
import type { CanvasHandle, CanvasProps } from './canvas.tsx';
import { levelsOf, pathTo, sightOf } from './detail.ts';
import { Overview } from './overview.tsx';
import { drawnGraph, levelWords } from './sight-graph.ts';
import { sightPlaces } from './sight-layout.ts';
import { useForwardedHandle } from './use-forwarded-handle.ts';

const Canvas = lazy(() => import('./canvas.tsx'));

/** Where its things stand is not a person's to say: they are not all of them nodes. */
type LargeProps = Omit<CanvasProps, 'places' | 'onMove'>;

/** A graph of thousands of nodes: groups that open, an overview of all, and ways to jump. */
export function LargeGraph({ nodes, edges, onOpen, handle, ...rest }: LargeProps) {
  const [path, setPath] = useState<readonly string[]>([]);
  const [wanted, setWanted] = useState<string | null>(null);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const shape = useShape(nodes, edges);
  const sight = useMemo(() => sightOf(shape.levels, shape.edges, path), [shape, path]);
  const drawn = useMemo(() => drawnGraph(byId, shape.edges, sight), [byId, shape, sight]);
  const places = useMemo(() => sightPlaces(sight, shape.levels, drawn.nodes), [sight, shape, drawn]);
  const inner = useRef<CanvasHandle>(null);
  const jump = (id: string): void => {
    setPath(pathTo(shape.levels, id));
    setWanted(id);
    rest.onSelect(new Set([id]));
  };
  const scene = path.join('/');
  const fitted = useRef(scene);
  useEffect(() => {
    if (wanted !== null && sight.nodes.has(wanted)) {
      inner.current?.show(wanted);
      setWanted(null);
    } else if (fitted.current !== scene) inner.current?.fit();
    fitted.current = scene;
  }, [wanted, sight, scene]);
  useForwardedHandle(handle, inner, jump);
  const open = (id: string): void => {
    if (sight.nodes.has(id)) return onOpen?.(id);
    // A neighbour is not inside what is open: its first member tells the way to it.
    const first = sight.groups.find((group) => group.id === id)?.members[0];
    if (first === undefined) return;
    const way = pathTo(shape.levels, first);
    setPath(way.slice(0, Math.max(1, way.indexOf(id) + 1)));
  };
  /** Groups and bundles are only ways to what is in them: nothing can be done to them. */
  const select = (ids: ReadonlySet<string>): void =>
    rest.onSelect(new Set([...ids].filter((id) => byId.has(id) || shape.ids.has(id))));
  const press = (event: KeyboardEvent): void => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset.id;
    if (event.key === 'Enter' && id !== undefined && !byId.has(id)) open(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the nodes in it have the focus; here only Enter is heard.
    <div className="size-full" onKeyDown={press}>
      <nav
        aria-label="Opened groups"
        className="absolute top-3 left-3 z-10 flex items-center gap-1 rounded-md border border-line bg-panel px-2 py-1 text-sm shadow-sm"
      >
        <Crumb words={`All ${nodes.length.toLocaleString('en')} nodes`} onClick={() => setPath([])} />
        {sight.path.map((group, at) => (
          <Fragment key={group.id}>
            <ChevronRight className="size-3.5 text-ink-faint" aria-hidden />
            <Crumb words={levelWords(group)} onClick={() => setPath(path.slice(0, at + 1))} />
          </Fragment>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        <Canvas
          {...rest}
          nodes={drawn.nodes}
          edges={drawn.edges}
          places={places}
          onSelect={select}
          onOpen={open}
          handle={inner}
        />
      </Suspense>
      <Overview levels={shape.levels} nodes={byId} inside={sight.inside} onJump={jump} />
    </div>
  );
}

function Crumb({ words, onClick }: { readonly words: string; onClick(): void }) {
  return (
    <button
      type="button"
      className="rounded-sm px-1 text-ink-soft hover:text-ink hover:underline"
      onClick={onClick}
    >
      {words}
    </button>
  );
}

/** Levels are found anew only when nodes or edges come or go, not when one of them changes its colour. */
function useShape(nodes: LargeProps['nodes'], edges: LargeProps['edges']) {
  const ids = useMemo(() => nodes.map(({ id }) => id).join('\n'), [nodes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` stands for the nodes.
  return useMemo(
    () => ({ levels: levelsOf(nodes, edges), edges, ids: new Set(edges.map(({ id }) => id)) }),
    [ids, edges],
  );
}
