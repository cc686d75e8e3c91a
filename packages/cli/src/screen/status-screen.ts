import type { ItemView, StatusView } from '@symphony/domain';
import {
  clockTime,
  collisionWith,
  costOf,
  duration,
  type Group,
  groupOf,
  remedyOf,
  spendPhrase,
  toneOf,
  whereabouts,
} from '@symphony/protocol/words';
import { type Cell, type Column, cut, table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';
import { questionLines } from './inbox-screen.ts';
import { melodyLines } from './melody-lines.ts';
import { missionLines } from './mission-lines.ts';
import { trainLines } from './train-line.ts';

const TITLES: Readonly<Record<Group, string>> = {
  'needs-you': 'Needs you',
  working: 'Working',
  merging: 'In the merge train',
  waiting: 'Waiting',
  done: 'Done',
};
const GROUPS = Object.keys(TITLES) as readonly Group[];
const COLUMNS: readonly Column[] = [
  { max: 28 },
  { max: 12 },
  { max: 'rest' },
  { max: 12 },
  { max: 8, align: 'right' },
  { max: 9, align: 'right' },
];
/** Long tails of waiting and finished items are cut unless everything is asked for. */
const TAIL = 10;

export interface StatusFrame extends Frame {
  /** Who holds the repository: one phrase for the first line. */
  readonly conductor: string;
  readonly all: boolean;
}

/** `symphony status` as lines, none wider than the frame. */
export function statusLines(raw: StatusView, frame: StatusFrame): string[] {
  const view = harmless(raw);
  const { paint } = frame;
  const lines = [headline(view, frame)];
  for (const problem of view.problems) {
    lines.push(...wrap(`! ${problem}`, frame.columns).map((line) => paint('bad', line)));
  }
  lines.push(...melodyLines(view.melodies, frame), ...missionLines(view, frame));
  if (view.items.length + view.missions.length === 0) return [...lines, '', ...emptyLines(frame)];
  for (const group of GROUPS) lines.push(...groupLines(group, view, frame));
  if (view.inbox.length > 0)
    lines.push('', paint('strong', 'Asked'), ...indent(questionLines(view, narrower(frame))));
  lines.push(
    ...trainLines(view.train, frame.columns, paint).flatMap((line, at) => (at === 0 ? ['', line] : [line])),
  );
  lines.push(
    ...restLines(view, frame),
    '',
    ...spendLines(view).map((line) => paint('dim', cut(line, frame.columns))),
  );
  return lines;
}

function headline(view: StatusView, { conductor, columns, paint }: StatusFrame): string {
  const slots = `${view.slots.used} of ${view.slots.total} slots in use`;
  const parts = [`Target ${view.target}`, slots, ...(view.draining ? ['draining'] : []), conductor];
  return paint('strong', cut(parts.join(' · '), columns));
}

const narrower = (frame: StatusFrame): StatusFrame => ({ ...frame, columns: frame.columns - 2 });
const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function groupLines(group: Group, view: StatusView, frame: StatusFrame): string[] {
  const items = view.items.filter((item) => groupOf(item, view) === group);
  if (items.length === 0) return [];
  const shown = frame.all || group === 'needs-you' || group === 'working' ? items : newest(items, group);
  const hidden = items.length - shown.length;
  const rows = table(
    shown.map((item) => row(item, view, frame)),
    COLUMNS,
    frame.columns - 2,
    frame.paint,
  );
  const lines = rows.flatMap((line, at) => {
    const item = shown[at];
    if (!item) return [line];
    const advice = group === 'needs-you' ? adviceLines(item, view, frame) : [];
    return [line, ...collisionLine(item, view, frame), ...advice];
  });
  if (hidden > 0) lines.push(frame.paint('dim', `… and ${hidden} more (symphony status --all)`));
  const title = `${TITLES[group]} (${items.length})`;
  return ['', frame.paint(group === 'needs-you' ? 'bad' : 'strong', title), ...indent(lines)];
}

const newest = (items: readonly ItemView[], group: Group): readonly ItemView[] =>
  group === 'done' ? items.slice(-TAIL) : items.slice(0, TAIL);

function row(item: ItemView, view: StatusView, { now }: StatusFrame): Cell[] {
  return [
    { text: item.identifier, style: 'strong' },
    { text: whereabouts(item, view), style: toneOf(item) },
    { text: item.title },
    { text: item.run?.player ?? '', style: 'dim' },
    { text: item.run ? duration(now - item.run.startedAt) : '', style: 'dim' },
    { text: costOf(item.spend), style: 'dim' },
  ];
}

/** Why the item waits and the exact command that helps. */
function adviceLines(item: ItemView, view: StatusView, { columns, paint }: StatusFrame): string[] {
  const remedy = remedyOf(item, view);
  return [
    ...(item.reason ? wrap(item.reason, columns - 4).map((line) => `  ${paint('dim', line)}`) : []),
    ...(remedy ? [`  ${cut(`→ ${remedy}`, columns - 4)}`] : []),
  ];
}

/** What the radar foresees, while there is still time to do something about it. */
function collisionLine(
  item: ItemView,
  { collisions }: StatusView,
  { columns, paint }: StatusFrame,
): string[] {
  const note = collisionWith(item.identifier, collisions);
  return note === null ? [] : [`  ${paint('warn', cut(note, columns - 4))}`];
}

function restLines(view: StatusView, { columns, now, paint }: StatusFrame): string[] {
  const resting = view.players.flatMap(({ name, restingUntil }) =>
    restingUntil !== null && restingUntil > now
      ? [`${name} rests until ${clockTime(restingUntil)} (${duration(restingUntil - now)} more)`]
      : [],
  );
  return resting.length === 0 ? [] : ['', ...resting.map((line) => paint('warn', cut(line, columns)))];
}

function spendLines({ spend }: StatusView): string[] {
  const cap = spend.dayCapUsd === null ? '' : ` (cap $${spend.dayCapUsd} a day)`;
  return [`Today ${spendPhrase(spend.today)}${cap}`, `In all ${spendPhrase(spend.total)}`];
}

function emptyLines({ columns }: StatusFrame): string[] {
  return wrap(
    'Nothing is on the board yet. Add work with `symphony board add "Make the tests pass"`, then start with `symphony run`; or do both at once with `symphony run "Make the tests pass"`.',
    columns,
  );
}
