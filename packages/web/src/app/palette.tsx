import type { ChatHead, ItemView, MissionRunView } from '@symphony/domain';
import { Command } from 'cmdk';
import { useAtomValue } from 'jotai';
import {
  CirclePause,
  CirclePlay,
  MessageSquarePlus,
  MessagesSquare,
  Plus,
  RefreshCw,
  SunMoon,
  Waypoints,
} from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { allItems, restAtom, store } from '../live/board-atoms.ts';
import { give } from '../live/use-command.ts';
import { useQuery } from '../live/use-query.ts';
import { plainLine } from '../ui/plain-text.ts';
import { chatPath, itemPath, missionPath, NEW_CHAT, PLACES } from './places.ts';
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
  const rest = useAtomValue(restAtom);
  const draining = rest?.draining ?? false;
  const { data: chats } = useQuery('chats', open ? { limit: MOST_CHATS } : null);
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
        placeholder="An item, a mission, a chat, a screen or something to do…"
      />
      <Command.List>
        <Command.Empty>Nothing is called like that.</Command.Empty>
        <Command.Group heading="Do">
          <Choice icon={<Plus />} words="New item" onSelect={done(() => go('/?new=1'))} />
          <Choice icon={<Waypoints />} words="New mission" onSelect={done(() => go('/missions?new=1'))} />
          <Choice icon={<MessageSquarePlus />} words="New chat" onSelect={done(() => go(NEW_CHAT))} />
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
        <Chats chats={chats ?? []} onSelect={(id) => done(() => go(chatPath(id)))()} />
        <Missions missions={rest?.missions ?? []} onSelect={(id) => done(() => go(missionPath(id)))()} />
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

/** Older ones are found on their screen. */
const MOST_MISSIONS = 8;
const MOST_CHATS = 8;

function Chats({ chats, onSelect }: { readonly chats: readonly ChatHead[]; onSelect(id: string): void }) {
  if (chats.length === 0) return null;
  return (
    <Command.Group heading="Chats">
      {chats.map(({ id, title }) => (
        <Choice
          key={id}
          icon={<MessagesSquare />}
          words={`Chat: ${plainLine(title, 100)}`}
          value={`Chat: ${title} ${id}`}
          onSelect={() => onSelect(id)}
        />
      ))}
    </Command.Group>
  );
}

function Missions({
  missions,
  onSelect,
}: {
  readonly missions: readonly MissionRunView[];
  onSelect(id: string): void;
}) {
  if (missions.length === 0) return null;
  return (
    <Command.Group heading="Missions">
      {missions
        .slice(-MOST_MISSIONS)
        .toReversed()
        .map(({ id, title }) => (
          <Choice key={id} icon={<Waypoints />} words={`${id} ${title}`} onSelect={() => onSelect(id)} />
        ))}
    </Command.Group>
  );
}

interface ChoiceProps {
  readonly icon?: ReactNode;
  readonly words: string;
  readonly hint?: string;
  /** What it is known by, where the same words may be there twice. */
  readonly value?: string;
  onSelect(): void;
}

function Choice({ icon, words, hint, value = words, onSelect }: ChoiceProps) {
  return (
    <Command.Item value={value} onSelect={onSelect}>
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
