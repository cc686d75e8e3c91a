import type { BoardFigures, Figures } from './bench.ts';

export interface Goal {
  readonly goal: string;
  readonly limit: number;
  readonly unit: string;
  /** Null: not measured in this run. */
  readonly measured: number | null;
  readonly met: boolean | null;
}

const MILLION = 1_000_000;

export function judge({ sizes, boards }: Figures): readonly Goal[] {
  const long = sizes.find((size) => size.events >= MILLION);
  return [
    below('replay of 1,000,000 events through a snapshot', 5, 's', seconds(long?.restartMs)),
    below(
      'idle processor time with 1,000 items on a real board',
      1,
      '%',
      board(boards, 1_000)?.idleCpuPercent,
    ),
    below('resident memory with 10,000 items on a real board', 200, 'MB', board(boards, 10_000)?.rssMb),
  ];
}

const board = (boards: readonly BoardFigures[], items: number): BoardFigures | undefined =>
  boards.find((each) => each.items === items);

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);

function below(goal: string, limit: number, unit: string, measured: number | undefined): Goal {
  if (measured === undefined) return { goal, limit, unit, measured: null, met: null };
  return { goal, limit, unit, measured, met: measured < limit };
}
