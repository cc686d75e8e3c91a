import { Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { classes } from '../ui/class-names.ts';
import { findNodes } from './find-nodes.ts';
import type { GraphNode } from './graph.ts';
import { KIND_ICONS } from './looks.ts';

interface NodeSearchProps {
  readonly nodes: readonly GraphNode[];
  readonly title: string;
  onFound(id: string): void;
  onClose(): void;
}

/** A few letters of a name lead to the node, wherever it is. */
export function NodeSearch({ nodes, title, onFound, onClose }: NodeSearchProps) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(words);
  const found = useMemo(() => findNodes(nodes, wanted), [nodes, wanted]);
  useEffect(() => input.current?.focus(), []);
  const choose = (node: GraphNode | undefined): void => {
    if (!node) return;
    onClose();
    onFound(node.id);
  };
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setAt((before) => Math.max(0, Math.min(found.length - 1, before + by)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[at]);
    } else if (event.key === 'Escape') onClose();
  };
  return (
    <search className="absolute top-3 left-1/2 z-20 w-80 max-w-[90%] -translate-x-1/2 rounded-lg border border-line bg-raised shadow-lg">
      <div className="flex items-center gap-2 px-3">
        <Search className="size-4 text-ink-faint" aria-hidden />
        <input
          ref={input}
          value={words}
          role="combobox"
          aria-label={title}
          aria-expanded={found.length > 0}
          aria-controls="found-nodes"
          aria-activedescendant={found[at] ? `found-${at}` : undefined}
          placeholder={`${title}…`}
          className="h-9 w-full bg-transparent outline-none"
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
          onBlur={onClose}
        />
      </div>
      <div id="found-nodes" role="listbox" aria-label="Found nodes" className="max-h-72 overflow-auto">
        {found.map((node, place) => {
          const Icon = KIND_ICONS[node.kind];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and Enter of the input choose it.
            <div
              key={node.id}
              id={`found-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={classes(
                'flex cursor-pointer items-center gap-2 px-3 py-1.5',
                place === at && 'bg-sunken',
              )}
              // Before the input loses its focus and the list with it.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(node)}
            >
              <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden />
              <span className="truncate">{node.label}</span>
              {node.sub && <span className="ml-auto truncate text-xs text-ink-faint">{node.sub}</span>}
            </div>
          );
        })}
        {wanted.trim() !== '' && found.length === 0 && (
          <p className="px-3 py-2 text-ink-soft">Nothing is called like that.</p>
        )}
      </div>
    </search>
  );
}
