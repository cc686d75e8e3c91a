import type { FlowState, MelodyRunView, MelodyView, NodeState } from '@symphony/domain';
import { dayAndTime, duration } from '@symphony/protocol/words';
import { type Cell, table } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless, oneLine } from './harmless.ts';
import type { Style } from './paint.ts';

const STYLES: Readonly<Record<FlowState | NodeState, Style>> = {
  pending: 'dim',
  queued: 'dim',
  running: 'accent',
  paused: 'warn',
  waiting: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'dim',
  skipped: 'dim',
};

export function melodyRunsLines(runs: readonly MelodyRunView[], { columns, paint, now }: Frame): string[] {
  if (runs.length === 0) return ['No melody was played here yet. See `symphony melody list`.'];
  const rows = harmless(runs).map((run): Cell[] => [
    { text: run.id, style: 'strong' },
    { text: run.melody },
    { text: run.state, style: STYLES[run.state] },
    { text: duration((run.endedAt ?? now) - run.startedAt), style: 'dim' },
    { text: run.now.join(', ') || run.reason, style: 'dim' },
  ]);
  const widths = [{ max: 24 }, { max: 24 }, { max: 10 }, { max: 8 }, { max: 'rest' }] as const;
  return table(rows, widths, columns, paint);
}

export function melodyRunLines(view: MelodyView, { columns, paint, now }: Frame): string[] {
  const run = harmless(view);
  const rows = run.steps.map((step): Cell[] => [
    { text: step.path, style: 'strong' },
    { text: step.state, style: STYLES[step.state] },
    { text: step.startedAt === null ? '' : duration((step.endedAt ?? now) - step.startedAt), style: 'dim' },
    { text: step.attempt > 1 ? `attempt ${step.attempt}` : '', style: 'dim' },
    { text: oneLine([step.item ?? '', step.reason].filter((each) => each !== '').join(' ')), style: 'dim' },
  ]);
  const widths = [{ max: 32 }, { max: 10 }, { max: 8 }, { max: 10 }, { max: 'rest' }] as const;
  const path = run.criticalPath.path.join(' → ');
  const results = Object.entries(run.results);
  return [
    `${paint('strong', run.id)}  ${oneLine(run.title)}  ${paint(STYLES[run.state], run.state)}`,
    paint(
      'dim',
      oneLine(
        `started ${dayAndTime(run.startedAt)} (${run.trigger})${run.reason === '' ? '' : ` · ${run.reason}`}`,
      ),
    ),
    '',
    ...table(rows, widths, columns, paint),
    ...(results.length === 0
      ? []
      : [
          '',
          ...results.map(([name, value]) => `${paint('strong', name)}  ${oneLine(JSON.stringify(value))}`),
        ]),
    ...(path === ''
      ? []
      : ['', paint('dim', oneLine(`longest way: ${path} (${duration(run.criticalPath.ms)})`))]),
  ];
}
