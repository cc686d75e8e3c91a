import type { ItemView } from '@symphony/domain';
import { Command } from 'cmdk';
import { useAtomValue } from 'jotai';
import { CirclePause, CirclePlay, Plus, RefreshCw, SunMoon } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { allItems, restAtom, store } from '../live/board-atoms.ts';
import { give } from '../live/use-command.ts';
import { itemPath, PLACES } from './places.ts';
import { chooseTheme, shownThemeAtom } from './theme.ts';
import './palette.css';

/** With ten thousand items only the best few can be looked at. */
const MOST_ITEMS = 12;

interface PaletteProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

/** Everything that can be gone to or done, by a few typed letters. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const [words, setWords] = useState('');
  const [, go] = useLocation();
  const draining = useAtomValue(restAtom)?.draining ?? false;
  useEffect(() => {
    if (open) setWords('');
  }, [open]);
  const found = useMemo(() => (open ? findItems(words) : []), [open, words]);
  const done = (act: () => void) => () => {
    onOpenChange(false);
    act();
  };
  return (
    <Command.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label="Search or do"
      shouldFilter
      overlayClassName="palette-overlay"
      contentClassName="palette"
    >
      <Command.Input
        value={words}
        onValueChange={setWords}
        placeholder="An item, a screen or something to do…"
      />
      <Command.List>
        <Command.Empty>Nothing is called like that.</Command.Empty>
        <Command.Group heading="Do">
          <Choice icon={<Plus />} words="New item" onSelect={done(() => go('/?new=1'))} />
          <Choice
            icon={<RefreshCw />}
            words="Look at the tracker now"
            onSelect={done(() => void give({ name: 'refresh' }))}
          />
          <Choice
            icon={draining ? <CirclePlay /> : <CirclePause />}
            words={draining ? 'Start new work again' : 'Drain: finish what runs, start nothing new'}
            onSelect={done(() => void give({ name: 'drain', on: !draining }))}
          />
          <Choice icon={<SunMoon />} words="Switch between light and dark" onSelect={done(switchTheme)} />
        </Command.Group>
        <Command.Group heading="Go to">
          {PLACES.map(({ path, name, icon: Icon, key }) => (
            <Choice
              key={path}
              icon={<Icon />}
              words={name}
              hint={`g ${key}`}
              onSelect={done(() => go(path))}
            />
          ))}
        </Command.Group>
        {found.length > 0 && (
          <Command.Group heading="Items">
            {found.map((item) => (
              <Choice
                key={item.id}
                words={`${item.identifier} ${item.title}`}
                onSelect={done(() => go(itemPath(item.identifier)))}
              />
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command.Dialog>
  );
}

interface ChoiceProps {
  readonly icon?: ReactNode;
  readonly words: string;
  readonly hint?: string;
  onSelect(): void;
}

function Choice({ icon, words, hint, onSelect }: ChoiceProps) {
  return (
    <Command.Item value={words} onSelect={onSelect}>
      {icon}
      <span className="truncate">{words}</span>
      {hint && <span className="ml-auto text-xs text-ink-faint">{hint}</span>}
    </Command.Item>
  );
}

function findItems(words: string): readonly ItemView[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  const found: ItemView[] = [];
  for (const item of allItems().values()) {
    if (!`${item.identifier} ${item.title}`.toLowerCase().includes(wanted)) continue;
    found.push(item);
    if (found.length === MOST_ITEMS) break;
  }
  return found;
}

const switchTheme = (): void => chooseTheme(store.get(shownThemeAtom) === 'dark' ? 'light' : 'dark');
