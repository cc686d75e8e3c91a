import type { Machine } from '../machine.ts';
import { figure, table } from '../table.ts';
import type { BoardFigures, Figures } from './bench.ts';
import type { Goal } from './goals.ts';
import { SLOTS } from './loop.ts';
import type { SizeFigures } from './sizes.ts';

type Row = readonly [title: string, value: (figures: SizeFigures) => number];

const ROWS: readonly Row[] = [
  ['events in the log', (size) => size.events],
  ['events decided and appended per second', (size) => size.eventsPerSecond],
  ['floor: the same rows inserted plainly, per second', (size) => size.floorPerSecond],
  ['share of the floor', (size) => size.shareOfFloor],
  ['events in one commit', (size) => size.eventsPerCommit],
  ['freed slot → prepare-chamber, p50 ms', (size) => size.freedP50Ms],
  ['freed slot → prepare-chamber, p99 ms', (size) => size.freedP99Ms],
  ['new item → prepare-chamber, p50 ms', (size) => size.newcomerP50Ms],
  ['new item → prepare-chamber, p99 ms', (size) => size.newcomerP99Ms],
  ['resident memory after playing, MB', (size) => size.rssMb],
  ['heap in use after playing, MB', (size) => size.heapMb],
  ['restart through the snapshot, ms', (size) => size.restartMs],
  ['  entries replayed after the snapshot', (size) => size.replayed],
  ['  resident memory, MB', (size) => size.restartRssMb],
  ['restart without a snapshot, ms', (size) => size.plainRestartMs],
];

type BoardRow = readonly [title: string, value: (figures: BoardFigures) => number];

const BOARD_ROWS: readonly BoardRow[] = [
  ['real board: start until all items are in the log, s', (board) => board.seenAfterMs / 1000],
  ['real board: idle processor time, % of a core', (board) => board.idleCpuPercent],
  ['real board: resident memory, MB', (board) => board.rssMb],
  ['real board: highest resident memory, MB', (board) => board.peakRssMb],
];

/** The table: a column a size, and in brackets how each figure grew from the size before. */
export function sizeTable({ sizes, boards }: Figures): string {
  const head = [
    'measured',
    ...sizes.map((size) => `${figure(size.items)} items${isLong(size, sizes) ? ', a long log' : ''}`),
  ];
  const rows = ROWS.map(([title, value]) => [title, ...grown(sizes.map(value))]);
  const boardRows = BOARD_ROWS.map(([title, value]) => [
    title,
    ...grown(
      sizes.map((size) => {
        const board = isLong(size, sizes) ? undefined : boards.find((each) => each.items === size.items);
        return board ? value(board) : Number.NaN;
      }),
    ),
  ]);
  return table(head, [...rows, ...boardRows]);
}

/** The size whose items were measured before, with less said about them. */
const isLong = (size: SizeFigures, sizes: readonly SizeFigures[]): boolean =>
  sizes.findIndex((each) => each.items === size.items) < sizes.indexOf(size);

const grown = (values: readonly number[]): string[] =>
  values.map((value, at) => {
    const before = values[at - 1];
    const known = before !== undefined && before > 0 && Number.isFinite(value);
    return known ? `${figure(value)} (×${figure(value / before)})` : figure(value);
  });

export function goalLines(goals: readonly Goal[]): readonly string[] {
  return goals.map(({ goal, limit, unit, measured, met }) => {
    const mark = met === null ? '·' : met ? '✓' : '✗';
    const found = measured === null ? 'not measured in this run' : `${figure(measured)} ${unit}`;
    return `${mark} ${goal}: ${found} (goal: under ${figure(limit)} ${unit})`;
  });
}

export const machineLines = (machine: Machine, rounds: number): readonly string[] => [
  `${machine.date} UTC, Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after.`,
  `Real conductor and real SQLite log (durability normal, with its mirror); tracker, chambers, agents and code host answer at once from memory. ${SLOTS} slots. Each figure from a fresh process, ${rounds === 1 ? 'once' : `the median of ${rounds}`}; the long log and the real boards once.`,
  'On a shared machine absolute times are noise: read the share of the floor, and the growth in brackets (against the size before).',
];
