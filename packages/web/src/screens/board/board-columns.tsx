import type { Group } from '@symphony/protocol/words';
import { useAtomValue } from 'jotai';
import { KanbanSquare, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { columnsAtom } from '../../live/board-atoms.ts';
import { type Columns, GROUPS } from '../../live/board-model.ts';
import { useFilling } from '../../live/use-filling.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Column } from './column.tsx';
import { ColumnSwitch } from './column-switch.tsx';
import { COLUMN_WORDS } from './columns.ts';
import { PlacesTaken } from './places-taken.tsx';
import { useLine } from './use-arrangement.ts';
import { useMoving } from './use-moving.ts';

interface BoardColumnsProps {
  readonly columns: Columns;
  readonly narrowed: boolean;
  onNew(): void;
}

/** The columns side by side, or one of them where there is no room. */
export function BoardColumns({ columns, narrowed, onNew }: BoardColumnsProps): ReactNode {
  const all = useAtomValue(columnsAtom);
  const [current, setCurrent] = useState<Group>(() => firstWorthSeeing(columns));
  const filled = useFilling(GROUPS.length);
  const line = useLine(columns.waiting);
  const { moving, moved } = useMoving(line);
  if (GROUPS.every((group) => all[group].length === 0)) return <NothingYet onNew={onNew} />;
  if (narrowed && GROUPS.every((group) => columns[group].length === 0))
    return (
      <EmptyState icon={SearchX} title="Nothing fits the filter">
        Clear it to see the whole board.
      </EmptyState>
    );
  return (
    <>
      <ColumnSwitch columns={columns} current={current} onChange={setCurrent} />
      <div className="grid min-h-0 flex-1 gap-3 overflow-x-auto md:grid-cols-[repeat(5,minmax(12rem,1fr))]">
        {GROUPS.map((group, at) => (
          <Column
            key={group}
            title={COLUMN_WORDS[group].title}
            empty={narrowed ? 'Nothing here fits the filter.' : COLUMN_WORDS[group].empty}
            ids={group === 'waiting' ? line : columns[group]}
            current={group === current}
            filled={group === current || at < filled}
            moving={group === 'waiting' ? moving : null}
            moved={group === 'waiting' ? moved : null}
            {...(group === 'working' && { aside: <PlacesTaken /> })}
          />
        ))}
      </div>
    </>
  );
}

/** A narrow screen opens with what waits for the person, or else with what is at work. */
const firstWorthSeeing = (columns: Columns): Group =>
  (['needs-you', 'working', 'waiting', 'merging', 'done'] as const).find(
    (group) => columns[group].length > 0,
  ) ?? 'waiting';

const NothingYet = ({ onNew }: { onNew(): void }) => (
  <EmptyState icon={KanbanSquare} title="The board is empty" className="flex-1">
    <p className="mb-4">
      Create the first item here (<Kbd>n</Kbd>), with <code className="font-mono">symphony board add</code>,
      or on your tracker. An agent takes it as soon as a place is free.
    </p>
    <Button look="primary" onClick={onNew}>
      <Plus className="size-4" aria-hidden /> New item
    </Button>
  </EmptyState>
);
