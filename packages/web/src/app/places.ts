import {
  ChartNoAxesCombined,
  FolderArchive,
  History,
  Inbox,
  KanbanSquare,
  type LucideIcon,
  MessagesSquare,
  Music4,
  Settings,
  TrainFront,
  Waypoints,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { loadedScreen } from './loaded-screen.ts';

/** A screen of the workbench: where it is, what it is called, and what is loaded when it is opened. */
export interface Place {
  readonly path: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** `g` and this key go there. */
  readonly key: string;
  readonly screen: ComponentType;
  /** Begins to load it. */
  load(): Promise<unknown>;
}

export const PLACES: readonly Place[] = [
  {
    path: '/',
    name: 'Board',
    icon: KanbanSquare,
    key: 'b',
    ...loadedScreen(() => import('../screens/board/index.tsx')),
  },
  {
    path: '/chat',
    name: 'Chat',
    icon: MessagesSquare,
    key: 'k',
    ...loadedScreen(() => import('../screens/chat/index.tsx')),
  },
  {
    path: '/inbox',
    name: 'Inbox',
    icon: Inbox,
    key: 'i',
    ...loadedScreen(() => import('../screens/inbox/index.tsx')),
  },
  {
    path: '/train',
    name: 'Train',
    icon: TrainFront,
    key: 't',
    ...loadedScreen(() => import('../screens/train/index.tsx')),
  },
  {
    path: '/harmony',
    name: 'Harmony',
    icon: Music4,
    key: 'h',
    ...loadedScreen(() => import('../screens/harmony/index.tsx')),
  },
  {
    path: '/missions',
    name: 'Missions',
    icon: Waypoints,
    key: 'm',
    ...loadedScreen(() => import('../screens/missions/index.tsx')),
  },
  {
    path: '/artifacts',
    name: 'Artifacts',
    icon: FolderArchive,
    key: 'a',
    ...loadedScreen(() => import('../screens/artifacts/index.tsx')),
  },
  {
    path: '/stats',
    name: 'Stats',
    icon: ChartNoAxesCombined,
    key: 's',
    ...loadedScreen(() => import('../screens/stats/index.tsx')),
  },
  {
    path: '/replay',
    name: 'Replay',
    icon: History,
    key: 'r',
    ...loadedScreen(() => import('../screens/replay/index.tsx')),
  },
  {
    path: '/settings',
    name: 'Settings',
    icon: Settings,
    key: 'c',
    ...loadedScreen(() => import('../screens/settings/index.tsx')),
  },
];

const item = loadedScreen(() => import('../screens/item/index.tsx'));

export const ItemScreen = item.screen;

/** Begins to load the screen the address names, while the page is still being let in. */
export function loadScreenOf(path: string): void {
  const place = PLACES.findLast((each) => path === each.path || path.startsWith(`${each.path}/`));
  // What could not be loaded is tried again, and told, where the screen is drawn.
  void (path.startsWith('/item/') ? item.load() : place?.load())?.catch(() => undefined);
}

export const itemPath = (identifier: string): string => `/item/${encodeURIComponent(identifier)}`;

export const missionPath = (mission: string): string => `/missions/${encodeURIComponent(mission)}`;

export const chatPath = (chat: string): string => `/chat/${encodeURIComponent(chat)}`;

/** A chat that has not begun. */
export const NEW_CHAT = '/chat/new';
