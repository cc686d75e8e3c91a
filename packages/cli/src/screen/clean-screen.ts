import { formatBytes, type TrashEntry } from '@symphony/domain';
import { dayAndTime } from '@symphony/protocol/words';
import type { CleanDoor } from '../server-door.ts';
import { type Cell, type Column, table } from './columns.ts';
import type { Frame } from './frame.ts';
import type { Style } from './paint.ts';

type Plan = Awaited<ReturnType<CleanDoor['plan']>>;
type Result = Awaited<ReturnType<CleanDoor['carryOut']>>;
type Restored = Awaited<ReturnType<CleanDoor['restore']>>;
type Step = Plan['steps'][number];

const STEP: readonly Column[] = [
  { max: 12 },
  { max: 8 },
  { max: 36 },
  { max: 8, align: 'right' },
  { max: 'rest' },
];
const STYLES: Readonly<Record<Step['course'], Style>> = {
  promote: 'good',
  archive: 'accent',
  remove: 'warn',
  purge: 'bad',
};
/** More would push the reasons off the screen; `--json` has them all. */
const SHOWN = 40;

/** What would happen, then what stays and why. */
export function planLines({ steps, tally, found }: Plan, { columns, paint }: Frame): string[] {
  const count = tally.reduce((sum, row) => sum + row.found.count, 0);
  const head = `${things(count)}, ${formatBytes(found)} on disk.`;
  const rows = steps
    .slice(0, SHOWN)
    .map((step): Cell[] => [
      { text: courseOf(step), style: STYLES[step.course] },
      { text: step.kind, style: 'dim' },
      { text: step.label, style: 'strong' },
      { text: formatBytes(step.size) },
      { text: step.reason, style: 'dim' },
    ]);
  const kept = tally.flatMap(({ kind, keptBecause }) =>
    keptBecause.map((each): Cell[] => [
      { text: 'keep' },
      { text: kind, style: 'dim' },
      { text: things(each.count) },
      { text: formatBytes(each.bytes) },
      { text: each.reason, style: 'dim' },
    ]),
  );
  const more = steps.length > SHOWN ? [`… and ${steps.length - SHOWN} more; \`--json\` shows all.`] : [];
  const nothing = steps.length === 0 ? ['There is nothing to clean.'] : [];
  return [head, ...table([...rows, ...kept], STEP, columns, paint), ...more, ...nothing];
}

const courseOf = ({ course, to }: Step): string =>
  course === 'archive' ? `archive ${to}` : course === 'promote' ? 'bring back' : course;

export function cleanedLines(result: Result, { columns, paint }: Frame): string[] {
  const { archived, removed, promoted, purged, before, after, left } = result;
  const parts = [
    [archived.count, 'archived'],
    [removed.count, 'removed'],
    [promoted.count, 'brought back'],
    [purged.count, 'purged'],
  ] as const;
  const done = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const saved = `${formatBytes(before)} before, ${formatBytes(after)} now`;
  const undo = removed.count === 0 ? [] : ['`symphony clean --restore last` brings back what was removed.'];
  return [`${done.join(', ') || 'Nothing done'}: ${saved}.`, ...undo, ...leftLines(left, columns, paint)];
}

export function restoredLines({ back, left }: Restored, { columns, paint }: Frame): string[] {
  return [...back.map(({ label }) => `${label} is back.`), ...leftLines(left, columns, paint)];
}

export function trashLines(entries: readonly TrashEntry[], { columns, paint }: Frame): string[] {
  if (entries.length === 0) return ['The trash is empty.'];
  const rows = entries.map((entry): Cell[] => [
    { text: dayAndTime(entry.at), style: 'dim' },
    { text: entry.kind, style: 'dim' },
    { text: entry.label, style: 'strong' },
    { text: formatBytes(entry.size) },
    { text: entry.id },
  ]);
  return table(rows, [{ max: 19 }, ...STEP.slice(1)], columns, paint);
}

const leftLines = (left: Result['left'], columns: number, paint: Frame['paint']): string[] =>
  table(
    left.map(({ label, reason }): Cell[] => [
      { text: 'left', style: 'warn' },
      { text: label, style: 'strong' },
      { text: reason },
    ]),
    [{ max: 4 }, { max: 36 }, { max: 'rest' }],
    columns,
    paint,
  );

const things = (count: number): string => `${count} ${count === 1 ? 'thing' : 'things'}`;
