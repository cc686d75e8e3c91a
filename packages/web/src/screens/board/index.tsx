import { Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { loadScreenOf } from '../../app/places.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/panel.tsx';
import { useKey } from '../../ui/use-key.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { BoardColumns } from './board-columns.tsx';
import { isNarrowed, readFilter, writeFilter } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { NewItem } from './new-item.tsx';
import { Problems } from './problems.tsx';
import { useNarrowed } from './use-narrowed.ts';

/** All work in five columns, live. */
export default function BoardScreen() {
  const [query, setQuery] = useSearchParams();
  const filter = useMemo(() => readFilter(query), [query]);
  const columns = useNarrowed(useDeferredValue(filter));
  const writing = query.get('new') === '1';
  const write = (open: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (open) next.set('new', '1');
        else next.delete('new');
        return next;
      },
      { replace: true },
    );
  // Most people open an item next: its screen is brought before they click.
  useEffect(() => whenIdle(() => loadScreenOf('/item/')), []);
  useKey((key) => {
    if (key === 'n') write(true);
    return key === 'n';
  });
  return (
    <Screen
      title="Board"
      scroll={false}
      actions={
        <>
          <FilterBar
            filter={filter}
            onChange={(next) => setQuery((before) => writeFilter(before, next), { replace: true })}
          />
          <Button look="primary" onClick={() => write(true)}>
            <Plus className="size-4" aria-hidden />
            <span>
              New<span className="max-sm:sr-only"> item</span>
            </span>
          </Button>
        </>
      }
    >
      <div className="flex h-full min-h-0 flex-col">
        <Problems />
        <BoardColumns columns={columns} narrowed={isNarrowed(filter)} onNew={() => write(true)} />
      </div>
      <NewItem open={writing} onOpenChange={write} />
    </Screen>
  );
}
