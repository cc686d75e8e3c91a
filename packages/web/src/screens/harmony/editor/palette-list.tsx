import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { useEffect, useRef } from 'react';
import { KIND_ICONS } from '../../../graph/looks.ts';
import type { Palette, PaletteEntry } from '../edit/new-node.ts';

export const PALETTE_KIND = 'palette-entry';

interface PaletteListProps {
  readonly palettes: readonly Palette[];
  onAdd(entry: PaletteEntry): void;
}

/** What can be put on the canvas: dragged there, or added with a click or Enter. */
export function PaletteList({ palettes, onAdd }: PaletteListProps) {
  return (
    <section aria-label="Palette" className="overflow-auto border-r border-line p-2 max-md:hidden">
      {palettes.map(({ heading, entries }) => (
        <div key={heading} className="mb-3">
          <h3 className="px-2 pb-1 text-xs font-semibold text-ink-faint">{heading}</h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry.key}>
                <Entry entry={entry} onAdd={onAdd} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Entry({ entry, onAdd }: { readonly entry: PaletteEntry; onAdd(entry: PaletteEntry): void }) {
  const button = useRef<HTMLButtonElement>(null);
  const Icon = KIND_ICONS[entry.kind];
  useEffect(() => {
    const element = button.current;
    if (!element) return;
    return draggable({ element, getInitialData: () => ({ kind: PALETTE_KIND, entry: entry.key }) });
  }, [entry.key]);
  return (
    <button
      ref={button}
      type="button"
      title={entry.hint}
      className="flex h-8 w-full cursor-grab items-center gap-2 rounded-md px-2 text-left hover:bg-sunken"
      onClick={() => onAdd(entry)}
    >
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden />
      <span className="truncate">{entry.label}</span>
    </button>
  );
}
