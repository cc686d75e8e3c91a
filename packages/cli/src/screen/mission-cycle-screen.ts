import type { MergeRecord, MissionStep, MissionView } from '@symphony/domain';
import { missionWhere, short } from '@symphony/protocol/words';
import { cut, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';

const CYCLE: readonly MissionStep[] = ['working', 'reviewing', 'deciding', 'merging', 'purging'];

/** Where the cycle stands, and what every cycle so far has merged. */
export function missionCycleLines(raw: MissionView, frame: Frame): string[] {
  const view = harmless(raw);
  const { columns, paint } = frame;
  const track = CYCLE.map((step) => (step === view.step ? `[${step}]` : step));
  return [
    paint('strong', cut(`${view.id} · ${missionWhere(view)}`, columns)),
    ...(CYCLE.includes(view.step)
      ? wrap(track.join(' → '), columns).map((line) => paint('accent', line))
      : []),
    ...wrap(view.now, columns).map((line) => paint('dim', line)),
    '',
    ...(view.merges.length === 0
      ? [paint('dim', 'Nothing has been merged yet.')]
      : view.merges.flatMap((record) => mergeLines(record, frame))),
  ];
}

/** Merged and left together are all that was queued (M9): both are shown, so that it can be seen. */
export function mergeLines(record: MergeRecord, { columns, paint }: Frame): string[] {
  const { phase, cycle, queued, merged, left } = record;
  const sum = merged.length + left.length;
  const head = `${phase ?? 'before the first phase'}, cycle ${cycle}: ${queued.length} queued = ${merged.length} merged + ${left.length} left`;
  return [
    ...(sum === queued.length
      ? wrap(head, columns)
      : wrap(`${head} (${queued.length - sum} unaccounted for)`, columns).map((line) => paint('bad', line))),
    ...merged.map(
      ({ item, commit }) =>
        `  ${paint('good', '✓')} ${cut(item, columns - 16)} ${paint('dim', short(commit))}`,
    ),
    ...left.flatMap(({ item, reason }) =>
      wrap(`${item}: ${reason}`, columns - 4).map((line, at) =>
        at === 0 ? `  ${paint('warn', '✗')} ${line}` : `    ${line}`,
      ),
    ),
  ];
}
