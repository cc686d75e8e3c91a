import { type Entry, type ItemId, type LogEventOf, missionOnTrain } from '@symphony/domain';
import type { NOTICE_KINDS } from '../config/index.ts';

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** One thing a person should hear of although nobody looks. */
export interface Notice {
  /** The entry it is about. */
  readonly seq: number;
  readonly at: number;
  readonly kind: NoticeKind;
  /** The item's identifier; null for what is about no item. */
  readonly item: string | null;
  /** One short line. */
  readonly title: string;
  /** What there is to say besides; may be empty. */
  readonly text: string;
  /** Where it can be seen, without any token; null while there is no workbench. */
  readonly link: string | null;
}

/** What a notice needs to know besides the entry: how things stand around it. */
export interface Sight {
  item(id: ItemId): { readonly identifier: string; readonly title: string; readonly givenUp: boolean } | null;
  /** The name of the melody a run plays; null when it is not known any more. */
  melody(run: string): string | null;
  /** What the mission asks a person now; null when it asks nothing. */
  missionQuestion(mission: string): string | null;
  /** Finished work waits for a person's approval. */
  readonly approvals: boolean;
  /** How many items are played or could be, and how many wait for a person. */
  left(): { readonly working: number; readonly needYou: number };
  /** The workbench, without any token. */
  readonly workbench: string | null;
}

/** The entries that can give rise to a notice. */
export const NOTICE_TYPES: readonly string[] = [
  'item-moved',
  'question-asked',
  'handoff-made',
  'train-held',
  'flow-changed',
  'mission-planned',
  'mission-stepped',
  'gate-judged',
  'mission-proved',
  'mission-offered',
  'proposal-seen',
  'proposal-held',
  'proposal-touched',
  'advice-taken',
  'mission-paused',
  'mission-ended',
  'timer-fired',
];

/** What people are told of this entry; null for what they need not hear. */
export function noticeOf({ seq, at, event }: Entry, sight: Sight): Notice | null {
  const said = saidOf(event, sight);
  if (said === null) return null;
  const { kind, about, title, text } = said;
  const item = about === null ? null : (sight.item(about)?.identifier ?? about);
  return {
    seq,
    at,
    kind,
    item: item === null ? null : bounded(item, LONGEST_NAME),
    title: bounded(title, LONGEST_TITLE),
    text: bounded(text, LONGEST_TEXT),
    link: linkTo(sight.workbench, item),
  };
}

interface Said {
  readonly kind: NoticeKind;
  readonly about: ItemId | null;
  readonly title: string;
  readonly text: string;
}

function saidOf(event: Entry['event'], sight: Sight): Said | null {
  switch (event.type) {
    case 'item-moved':
      return moved(event, sight);
    case 'question-asked': {
      const { item, question } = event;
      const asks = question.permission ? 'asks for permission' : 'asks you';
      return { kind: 'question', about: item, title: `${nameOf(item, sight)} ${asks}`, text: question.text };
    }
    case 'handoff-made':
      if (!sight.approvals) return null;
      return {
        kind: 'needs_human',
        about: event.item,
        title: `${nameOf(event.item, sight)} waits for your approval`,
        text: titleOf(event.item, sight),
      };
    case 'train-held':
      return { kind: 'needs_human', about: null, title: 'The merge train waits', text: event.reason };
    case 'flow-changed':
      return flowed(event, sight);
    case 'mission-planned':
    case 'mission-proved':
    case 'mission-offered':
    case 'advice-taken':
      return asked(event.mission, sight);
    case 'proposal-seen':
    case 'proposal-held':
    case 'proposal-touched': {
      // Items say so where they stand; a mission asks.
      const mission = missionOnTrain(event.item);
      const silent = mission === null || (event.type === 'proposal-seen' && event.sight.state !== 'closed');
      return silent ? null : asked(mission, sight);
    }
    case 'mission-stepped':
      // The gate and the criteria have entries of their own for what they ask.
      return event.step === 'deciding' || event.step === 'working' ? asked(event.mission, sight) : null;
    case 'gate-judged':
      return event.verdict === 'ask' ? asked(event.mission, sight) : null;
    case 'mission-paused':
      // Whoever paused it knows.
      if (event.by !== 'symphony') return null;
      return { kind: 'needs_human', about: null, title: `${event.mission} is paused`, text: event.reason };
    case 'mission-ended':
      if (event.outcome !== 'done') return null;
      return { kind: 'done', about: null, title: `${event.mission} is done`, text: event.reason };
    case 'timer-fired':
      return {
        kind: 'reminder',
        about: null,
        title: event.label === '' ? 'The timer has rung' : event.label,
        text: event.lateMs >= LATE_MS ? 'It was due while Symphony was not running.' : 'It is time.',
      };
    default:
      return null;
  }
}

function moved(event: LogEventOf<'item-moved'>, sight: Sight): Said | null {
  const { item, to, reason } = event;
  const name = nameOf(item, sight);
  const say = (kind: NoticeKind, what: string, text: string): Said => ({
    kind,
    about: item,
    title: `${name} ${what}`,
    text,
  });
  if (event.event === 'budget_exceeded' && to !== 'open')
    return say('budget', 'has used up its budget', reason);
  if (to === 'needs_human') return say('needs_human', 'needs you', reason);
  if (to === 'failed') return say('failed', 'failed', reason);
  if (to !== 'open') return null;
  if (event.outcome === 'merged')
    return say('done', 'is merged', `${titleOf(item, sight)}\n${leftWords(sight)}`.trim());
  // Sent back too often: closed, but its unmerged work waits for a person.
  return event.outcome === 'closed' && sight.item(item)?.givenUp
    ? say('needs_human', 'needs you', reason)
    : null;
}

function flowed({ run, change }: LogEventOf<'flow-changed'>, sight: Sight): Said | null {
  const melody = sight.melody(run) ?? run;
  const say = (kind: NoticeKind, title: string, text: string): Said => ({ kind, about: null, title, text });
  if (change.kind === 'node' && change.to === 'waiting')
    return say('question', `${melody} asks you`, change.reason === '' ? change.node : change.reason);
  if (change.kind !== 'flow') return null;
  if (change.to === 'failed') return say('failed', `${melody} failed`, change.reason);
  return change.to === 'completed' ? say('done', `${melody} is done`, change.reason) : null;
}

function asked(mission: string, sight: Sight): Said | null {
  const question = sight.missionQuestion(mission);
  if (question === null) return null;
  return { kind: 'question', about: null, title: `${mission} asks you`, text: question };
}

function leftWords(sight: Sight): string {
  const { working, needYou } = sight.left();
  const waits = needYou === 0 ? '' : `${needYou} ${needYou === 1 ? 'waits' : 'wait'} for you.`;
  if (working > 0) return [`${working} more to do.`, waits].join(' ').trim();
  return needYou === 0 ? 'Everything is done.' : `Nothing else is under way. ${waits}`;
}

const nameOf = (item: ItemId, sight: Sight): string => sight.item(item)?.identifier ?? item;
const titleOf = (item: ItemId, sight: Sight): string => sight.item(item)?.title ?? '';

const linkTo = (workbench: string | null, item: string | null): string | null => {
  if (workbench === null) return null;
  return item === null ? `${workbench}/` : `${workbench}/item/${encodeURIComponent(item)}`;
};

/** A timer that rings a moment after its time is not late. */
const LATE_MS = 60_000;

const LONGEST_NAME = 80;
const LONGEST_TITLE = 160;
const LONGEST_TEXT = 800;

/** What agents and trackers write is somebody else's text: no control characters, and not without end. */
function bounded(text: string, longest: number): string {
  const plain = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, (each) => (each === '\n' ? '\n' : ''))
    .trim();
  return plain.length <= longest
    ? plain
    : `${[...plain]
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
