import {
  ChartNoAxesCombined,
  FolderArchive,
  History,
  Inbox,
  KanbanSquare,
  type LucideIcon,
  Music4,
  Settings,
  TrainFront,
  Waypoints,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';

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

type Load = () => Promise<{ readonly default: ComponentType }>;

const screenOf = (load: Load): Pick<Place, 'screen' | 'load'> => ({ screen: lazy(load), load });

export const PLACES: readonly Place[] = [
  {
    path: '/',
    name: 'Board',
    icon: KanbanSquare,
    key: 'b',
    ...screenOf(() => import('../screens/board/index.tsx')),
  },
  {
    path: '/inbox',
    name: 'Inbox',
    icon: Inbox,
    key: 'i',
    ...screenOf(() => import('../screens/inbox/index.tsx')),
  },
  {
    path: '/train',
    name: 'Train',
    icon: TrainFront,
    key: 't',
    ...screenOf(() => import('../screens/train/index.tsx')),
  },
  {
    path: '/harmony',
    name: 'Harmony',
    icon: Music4,
    key: 'h',
    ...screenOf(() => import('../screens/harmony/index.tsx')),
  },
  {
    path: '/missions',
    name: 'Missions',
    icon: Waypoints,
    key: 'm',
    ...screenOf(() => import('../screens/missions/index.tsx')),
  },
  {
    path: '/artifacts',
    name: 'Artifacts',
    icon: FolderArchive,
    key: 'a',
    ...screenOf(() => import('../screens/artifacts/index.tsx')),
  },
  {
    path: '/stats',
    name: 'Stats',
    icon: ChartNoAxesCombined,
    key: 's',
    ...screenOf(() => import('../screens/stats/index.tsx')),
  },
  {
    path: '/replay',
    name: 'Replay',
    icon: History,
    key: 'r',
    ...screenOf(() => import('../screens/replay/index.tsx')),
  },
  {
    path: '/settings',
    name: 'Settings',
    icon: Settings,
    key: 'c',
    ...screenOf(() => import('../screens/settings/index.tsx')),
  },
];

const loadItem = () => import('../screens/item/index.tsx');

export const ItemScreen = lazy(loadItem);

/** Begins to load the screen the address names, while the page is still being let in. */
export function loadScreenOf(path: string): void {
  const place = PLACES.findLast((each) => path === each.path || path.startsWith(`${each.path}/`));
  // What could not be loaded is tried again, and told, where the screen is drawn.
  void (path.startsWith('/item/') ? loadItem() : place?.load())?.catch(() => undefined);
}

export const itemPath = (identifier: string): string => `/item/${encodeURIComponent(identifier)}`;

export const missionPath = (mission: string): string => `/missions/${encodeURIComponent(mission)}`;
