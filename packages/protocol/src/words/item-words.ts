import {
  type ItemView,
  isTroubled,
  type QuestionView,
  type RunPhase,
  type StatusView,
} from '@symphony/domain';
import { duration } from './time.ts';
import type { Tone } from './tone.ts';

/** What an item is seen in: a whole status, or what of it a face keeps. */
export type Around = Pick<StatusView, 'at' | 'inbox' | 'train'>;

/** The five things a list of items is asked for, in the order a person wants them. */
export type Group = 'needs-you' | 'working' | 'merging' | 'waiting' | 'done';

export function groupOf(item: ItemView, view: Around): Group {
  if (askedBy(item, view) || isTroubled(item)) return 'needs-you';
  if (item.state === 'handed_off') return awaitsApproval(item, view) ? 'needs-you' : 'merging';
  if (item.state === 'queued') return 'waiting';
  if (item.state === 'open') return item.outcome === 'none' ? 'waiting' : 'done';
  return 'working';
}

/** Who asks. A chat is on no board: what it is called stands beside its id. */
export const askerWords = ({ item, title }: Pick<QuestionView, 'item' | 'title'>): string =>
  title ? `${item} (${title})` : item;

const askedBy = (item: ItemView, view: Around): QuestionView | undefined =>
  view.inbox.find((each) => each.item === item.identifier || each.item === item.id);

export const awaitsApproval = (item: ItemView, view: Around): boolean =>
  view.train.awaitingApproval.includes(item.identifier) || view.train.awaitingApproval.includes(item.id);

const PHASES: Readonly<Record<RunPhase, string>> = {
  refreshing: 'checking',
  preparing: 'preparing',
  starting: 'starting',
  turn: 'turn',
  inspecting: 'inspecting',
  paused: 'paused',
  proving: 'proving',
  ending: 'ending',
};

/** Where an item is, in two words. */
export function whereabouts(item: ItemView, view: Around): string {
  if (askedBy(item, view)) return 'asks you';
  switch (item.state) {
    case 'open':
      return item.outcome === 'none' ? 'open' : item.outcome;
    case 'queued':
      return item.dueAt !== null && item.dueAt > view.at ? `in ${duration(item.dueAt - view.at)}` : 'queued';
    case 'preparing':
    case 'running':
      return runWords(item);
    case 'paused':
      return 'paused';
    case 'completed':
      return 'finished';
    case 'handed_off':
      return handedOffWords(item, view);
    case 'needs_human':
      return 'needs you';
    case 'failed':
      return 'failed';
  }
}

function runWords(item: ItemView): string {
  if (!item.run) return item.state;
  if (item.run.pauseWanted) return 'pausing';
  return item.run.phase === 'turn' ? `turn ${item.run.turn}` : PHASES[item.run.phase];
}

function handedOffWords(item: ItemView, view: Around): string {
  const { identifier, mission } = item;
  const { trying, queue } = view.train;
  if (awaitsApproval(item, view)) return 'to approve';
  if (trying.includes(identifier)) return 'merging';
  // A mission merges its parts when all of a cycle have ended and what they found is decided.
  return mission !== null && !queue.includes(identifier) ? 'offered' : 'in the train';
}

export function toneOf(item: ItemView): Tone {
  if (isTroubled(item)) return 'bad';
  if (item.state === 'open') return item.outcome === 'merged' ? 'good' : 'dim';
  return item.state === 'queued' || item.state === 'paused' ? 'warn' : 'accent';
}

/** The command that moves an item which waits for a person, or null when none does. */
export function remedyOf(item: ItemView, view: Around): string | null {
  const asked = askedBy(item, view);
  if (asked) return `symphony answer ${item.identifier} "${asked.question.choices[0] ?? '…'}"`;
  if (isTroubled(item)) return `symphony retry ${item.identifier}`;
  return awaitsApproval(item, view) ? `symphony approve ${item.identifier}` : null;
}
