import { formatBytes } from '@symphony/domain';
import type { MissionCleaning } from '../server-door.ts';
import { type Cell, table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import type { Style } from './paint.ts';

type LeftOver = MissionCleaning['found'][number];

const STYLES: Readonly<Record<LeftOver['course'], Style>> = {
  keep: 'good',
  archive: 'accent',
  purge: 'warn',
};

/** What becomes of everything a mission left; after the deed only what it came to. */
export function missionCleanLines(cleaning: MissionCleaning, frame: Frame): string[] {
  const { done, found, refused } = cleaning;
  if (refused !== null) return wrap(refused, frame.columns).map((line) => frame.paint('bad', line));
  const shown = done ? found.filter(({ stays }) => stays !== null) : found;
  return [...rowsOf(shown, frame), ...unknownLines(cleaning, frame), ...sumLines(cleaning, frame)];
}

function rowsOf(found: readonly LeftOver[], { columns, paint }: Frame): string[] {
  const rows = found.map(({ kind, name, course, bytes, stays }): Cell[] => [
    stays === null ? { text: course, style: STYLES[course] } : { text: 'keep', style: 'good' },
    { text: kind, style: 'dim' },
    { text: name, style: 'strong' },
    { text: bytes === 0 ? '' : formatBytes(bytes) },
    { text: stays ?? '', style: 'dim' },
  ]);
  const widths = [{ max: 7 }, { max: 7 }, { max: 48 }, { max: 9, align: 'right' }, { max: 'rest' }] as const;
  return table(rows, widths, columns, paint);
}

const unknownLines = ({ unknown }: MissionCleaning, { columns, paint }: Frame): string[] =>
  unknown.flatMap((name) =>
    wrap(`! ${name} is nothing a mission makes; it is left alone.`, columns).map((line) =>
      paint('warn', line),
    ),
  );

function sumLines({ mission, done, bytes, archivedTo, found }: MissionCleaning, { paint }: Frame): string[] {
  const archive = archivedTo === null ? '' : `, ${done ? 'kept' : 'to be kept'} in .symphony/${archivedTo}`;
  if (done) return [`${mission} is cleaned up: ${formatBytes(bytes)} freed${archive}.`];
  const goes = found.filter(({ course, stays }) => course !== 'keep' && stays === null).length;
  return goes === 0
    ? [`There is nothing left of ${mission} to clean up.`]
    : [paint('dim', `${goes} things go, ${formatBytes(bytes)}${archive}. What was learnt stays.`)];
}
