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
}

export const PLACES: readonly Place[] = [
  {
    path: '/',
    name: 'Board',
    icon: KanbanSquare,
    key: 'b',
    screen: lazy(() => import('../screens/board/index.tsx')),
  },
  {
    path: '/inbox',
    name: 'Inbox',
    icon: Inbox,
    key: 'i',
    screen: lazy(() => import('../screens/inbox/index.tsx')),
  },
  {
    path: '/train',
    name: 'Train',
    icon: TrainFront,
    key: 't',
    screen: lazy(() => import('../screens/train/index.tsx')),
  },
  {
    path: '/harmony',
    name: 'Harmony',
    icon: Music4,
    key: 'h',
    screen: lazy(() => import('../screens/harmony/index.tsx')),
  },
  {
    path: '/artifacts',
    name: 'Artifacts',
    icon: FolderArchive,
    key: 'a',
    screen: lazy(() => import('../screens/artifacts/index.tsx')),
  },
  {
    path: '/stats',
    name: 'Stats',
    icon: ChartNoAxesCombined,
    key: 's',
    screen: lazy(() => import('../screens/stats/index.tsx')),
  },
  {
    path: '/replay',
    name: 'Replay',
    icon: History,
    key: 'r',
    screen: lazy(() => import('../screens/replay/index.tsx')),
  },
  {
    path: '/settings',
    name: 'Settings',
    icon: Settings,
    key: 'c',
    screen: lazy(() => import('../screens/settings/index.tsx')),
  },
];

export const ItemScreen = lazy(() => import('../screens/item/index.tsx'));

export const itemPath = (identifier: string): string => `/item/${encodeURIComponent(identifier)}`;
