import type { ArtifactFindings, Facet } from '@symphony/domain';
import { X } from 'lucide-react';
import { classes } from '../../ui/class-names.ts';
import { plainLine } from '../../ui/plain-text.ts';
import { itemName } from './item-name.ts';
import type { FacetName, Search } from './search.ts';

interface FacetsProps {
  readonly facets: ArtifactFindings['facets'];
  readonly search: Search;
  onChoose(name: FacetName, value: string | null): void;
}

/** There may be thousands of items: the most frequent ones are offered. */
const MOST = 12;

/** What was found, by kind; choosing one looks only there. */
export const Facets = ({ facets, search, onChoose }: FacetsProps) => (
  <div className="space-y-1.5">
    <Row title="Type" name="type" facets={facets.types} chosen={search.type} onChoose={onChoose} />
    <Row
      title="Item"
      name="item"
      facets={facets.items}
      chosen={chosenItem(facets.items, search.item)}
      onChoose={onChoose}
    />
    <Row title="Tag" name="tag" facets={facets.tags} chosen={search.tag} onChoose={onChoose} />
  </div>
);

/** An address may name an item as people do; facets name it by its id. */
const chosenItem = (items: readonly Facet[], named: string | null): string | null =>
  items.find(({ value }) => named !== null && itemName(value) === named)?.value ?? named;

interface RowProps extends Pick<FacetsProps, 'onChoose'> {
  readonly title: string;
  readonly name: FacetName;
  readonly facets: readonly Facet[];
  readonly chosen: string | null;
}

function Row({ title, name, facets, chosen, onChoose }: RowProps) {
  // What was chosen stays in sight, to be taken back, also when nothing is found with it.
  const others = facets.filter(({ value }) => value !== chosen);
  const chosenCount = facets.find(({ value }) => value === chosen)?.count ?? 0;
  const shown = chosen === null ? others : [{ value: chosen, count: chosenCount }];
  if (shown.length === 0) return null;
  return (
    <fieldset className="flex items-baseline gap-2">
      <legend className="float-left w-10 shrink-0 text-xs text-ink-faint">{title}</legend>
      <div className="flex flex-wrap gap-1">
        {shown.slice(0, MOST).map(({ value, count }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(name, value === chosen ? null : value)}
            className={classes(
              'flex h-6 max-w-48 items-center gap-1.5 rounded-sm px-1.5 text-xs',
              value === chosen
                ? 'bg-accent-soft font-medium text-accent'
                : 'bg-sunken text-ink-soft hover:text-ink',
            )}
          >
            <span className="truncate">{plainLine(name === 'item' ? itemName(value) : value, 60)}</span>
            <span className={classes('tabular-nums', value !== chosen && 'text-ink-faint')}>{count}</span>
            {value === chosen && <X className="size-3" aria-hidden />}
          </button>
        ))}
        {shown.length > MOST && (
          <span className="self-center text-xs text-ink-faint">+{shown.length - MOST}</span>
        )}
      </div>
    </fieldset>
  );
}
