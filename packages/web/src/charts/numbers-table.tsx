import type { NamedStats } from '@symphony/domain';
import { costOf, duration } from '@symphony/protocol/words';
import { classes } from '../ui/class-names.ts';
import { plainLine } from '../ui/plain-text.ts';
import { successRate } from './outcomes.ts';

interface NumbersTableProps {
  /** What stands in the first column. */
  readonly of: string;
  readonly caption: string;
  readonly rows: readonly NamedStats[];
  /** Only read aloud: the chart shows the same. */
  readonly unseen: boolean;
}

interface NamedNumbersProps extends Omit<NumbersTableProps, 'rows'> {
  readonly heads: readonly string[];
  /** As many cells as there are heads. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly (string | number)[] }[];
}

const HEADS = ['Runs', 'Succeeded', 'Failed', 'Other', 'Success', 'Cost', 'Median', '90th percentile'];

/** The numbers of a chart, to be read, read aloud or copied. */
export const NumbersTable = ({ rows, ...table }: NumbersTableProps) => (
  <NamedNumbers
    {...table}
    heads={HEADS}
    rows={rows.map((row) => ({ name: row.name, cells: cellsOf(row) }))}
  />
);

/** A table of any numbers with a name in front. */
export const NamedNumbers = ({ of, caption, heads, rows, unseen }: NamedNumbersProps) => (
  <section
    aria-label={caption}
    // What scrolls must be reached by keyboard.
    tabIndex={unseen ? undefined : 0}
    className={classes(unseen ? 'sr-only' : 'max-h-72 overflow-auto')}
  >
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="sticky top-0 bg-panel text-left text-ink-soft">
          <th scope="col" className="py-1 pr-4 font-medium">
            {of}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="py-1 pl-4 text-right font-medium whitespace-nowrap">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t border-line">
            <th scope="row" className="py-1 pr-4 text-left font-normal whitespace-nowrap">
              {plainLine(row.name, 80)}
            </th>
            {row.cells.map((cell, at) => (
              <td key={heads[at]} className="py-1 pl-4 text-right whitespace-nowrap">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const cellsOf = (row: NamedStats): readonly (string | number)[] => [
  row.runs,
  row.succeeded,
  row.failed,
  row.other,
  successRate(row),
  costOf(row.spend) || '$0',
  row.medianMs === null ? '–' : duration(row.medianMs),
  row.p90Ms === null ? '–' : duration(row.p90Ms),
];
