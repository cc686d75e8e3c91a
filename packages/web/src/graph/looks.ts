import type { NodeState } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';
import {
  Bot,
  Boxes,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  GitFork,
  LoaderCircle,
  LogIn,
  LogOut,
  type LucideIcon,
  Repeat,
  SkipForward,
  Sparkles,
  SquareCheckBig,
  UserRoundCheck,
  Wrench,
} from 'lucide-react';
import type { GraphKind } from './graph.ts';

export const KIND_ICONS: Readonly<Record<GraphKind, LucideIcon>> = {
  operator: Wrench,
  agent: Bot,
  gate: UserRoundCheck,
  control: GitFork,
  loop: Repeat,
  input: LogIn,
  output: LogOut,
  instrument: Sparkles,
  item: SquareCheckBig,
  group: Boxes,
};

export interface StateLook {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly tone: Tone;
}

/** A state is told by its icon and its word; the colour only helps. */
export const STATE_LOOKS: Readonly<Record<NodeState, StateLook>> = {
  pending: { icon: Circle, word: 'not yet', tone: 'dim' },
  queued: { icon: CircleDashed, word: 'next', tone: 'strong' },
  running: { icon: LoaderCircle, word: 'at work', tone: 'accent' },
  waiting: { icon: CircleHelp, word: 'waits for you', tone: 'warn' },
  completed: { icon: CircleCheck, word: 'done', tone: 'good' },
  failed: { icon: CircleX, word: 'failed', tone: 'bad' },
  skipped: { icon: SkipForward, word: 'skipped', tone: 'dim' },
};
