import { useAtomValue } from 'jotai';
import { Network } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { itemPath } from '../../app/places.ts';
import { GraphCanvas } from '../../graph/graph-canvas.tsx';
import { allItems, frameAtom, restAtom } from '../../live/board-atoms.ts';
import { useNow } from '../../live/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FieldInput } from './form/field-input.tsx';
import { itemsDrawing } from './items-drawing.ts';
import { ShelfTitle } from './shelf-title.tsx';

const NOTHING = { inbox: [], train: { queue: [], trying: [], awaitingApproval: [], held: null } };

/** What waits for what, live. */
export default function ItemsGraph() {
  const frame = useDeferredValue(useAtomValue(frameAtom));
  const rest = useAtomValue(restAtom);
  const now = useNow();
  const [all, setAll] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [, go] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `frame` says that the items changed, the clock only that time passes.
  const drawing = useMemo(
    () => itemsDrawing(allItems().values(), { ...(rest ?? NOTHING), at: now }, all),
    [frame, rest, all],
  );
  const chosen = [...selected].flatMap((id) => allItems().get(id) ?? [])[0];
  const open = (id: string): void => {
    const item = allItems().get(id);
    if (item) go(itemPath(item.identifier));
  };
  return (
    <Screen
      scroll={false}
      title={<ShelfTitle>Item dependencies</ShelfTitle>}
      actions={
        <>
          {chosen && <Button onClick={() => open(chosen.id)}>Open {chosen.identifier}</Button>}
          <FieldInput
            spec={{ path: ['all'], label: 'Also items that wait for nothing', kind: 'flag' }}
            value={all}
            onChange={(on) => setAll(on === true)}
          />
        </>
      }
    >
      {drawing.nodes.length === 0 ? (
        <EmptyState icon={Network} title="No item waits for another">
          What an item is blocked by is said in its file, or when it is edited.
        </EmptyState>
      ) : (
        <GraphCanvas
          className="h-full rounded-lg border border-line"
          label="Items and what they wait for"
          nodes={drawing.nodes}
          edges={drawing.edges}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
        />
      )}
    </Screen>
  );
}
