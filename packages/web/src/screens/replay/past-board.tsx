import { memo, useMemo } from 'react';
import { GROUPS } from '../../live/board-model.ts';
import { COLUMN_WORDS } from '../board/columns.ts';
import { columnsOf, itemOf, type Moment } from './moment.ts';
import { PastColumn } from './past-column.tsx';

/** The board as it was, in columns whose width nothing changes. */
export const PastBoard = memo(function PastBoard({ moment }: { readonly moment: Moment }) {
  const columns = useMemo(() => columnsOf(moment.status), [moment.status]);
  const spokenOf = itemOf(moment.entry);
  return (
    // Reached by the keyboard where it is too wide to be seen whole.
    <section
      aria-label="The board at this moment"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
      tabIndex={0}
      className="grid min-h-64 flex-1 auto-rows-[minmax(0,1fr)] grid-cols-[repeat(5,minmax(10rem,1fr))] gap-2 overflow-x-auto"
    >
      {GROUPS.map((group) => (
        <PastColumn
          key={group}
          title={COLUMN_WORDS[group].title}
          items={columns[group]}
          status={moment.status}
          spokenOf={spokenOf}
        />
      ))}
    </section>
  );
});
