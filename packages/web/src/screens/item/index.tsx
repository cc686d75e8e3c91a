import type { ItemDetail } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { itemAtom, restAtom } from '../../live/board-atoms.ts';
import { useAgain } from '../../live/use-again.ts';
import { useEntries } from '../../live/use-entries.ts';
import { useNow } from '../../live/use-now.ts';
import { useQuery } from '../../live/use-query.ts';
import { takeoverState } from '../../terminal/takeover-state.ts';
import { Screen } from '../../ui/panel.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { ItemActions } from './item-actions.tsx';
import { ItemFacts, ItemTitle } from './item-head.tsx';
import { lastNews } from './item-news.ts';
import { ItemTabs, useItemTab } from './item-tabs.tsx';

/** One item: what it is, what its agent does, and what a person can do about it. */
export default function ItemScreen({ id }: { readonly id: string }) {
  const { data, error, again } = useQuery('item', { id });
  if (data) return <KnownItem detail={data} again={again} />;
  return error ? <ErrorState error={error} again={again} /> : <Loading label={`Looking for ${id}`} />;
}

function KnownItem({ detail, again }: { readonly detail: ItemDetail; again(): void }) {
  const live = useAtomValue(itemAtom(detail.item.id));
  const item = live ?? detail.item;
  const rest = useAtomValue(restAtom);
  const now = useNow();
  const tab = useItemTab();
  // Once: beginning anew with every answer would read the log again.
  const [after] = useState(Math.max(0, detail.firstSeq - 1));
  const heard = useEntries(after, { item: detail.item.id });
  const mark = `${item.state} ${lastNews(heard.entries)}`;
  useAgain(mark, again);
  const takeover = takeoverState(heard.entries, item.run !== null);
  if (!rest) return <Loading />;
  const around = { ...rest, at: now };
  return (
    <Screen
      title={<ItemTitle item={item} around={around} />}
      actions={
        <ItemActions
          item={item}
          description={detail.description}
          around={around}
          takeover={takeover}
          onTakeover={() => tab.onTab('terminal')}
        />
      }
    >
      <div className="flex h-full min-h-[32rem] flex-col">
        <ItemFacts item={item} />
        <ItemTabs {...tab} item={item} detail={detail} heard={heard} takeover={takeover} mark={mark} />
      </div>
    </Screen>
  );
}
