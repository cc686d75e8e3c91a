import type { NamedStats } from '@symphony/domain';
import { costOf, counted } from '@symphony/protocol/words';
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { AXIS, nameTick } from './axis.ts';
import { Hatching } from './hatching.tsx';
import { OUTCOMES, successRate } from './outcomes.ts';

const ROW = 40;

/** One bar for each name, as long as it had runs, with its numbers written behind it. */
export const BarsByName = ({ rows }: { readonly rows: readonly NamedStats[] }) => (
  <ResponsiveContainer width="100%" height={rows.length * ROW + 8}>
    <BarChart layout="vertical" data={[...rows]} margin={MARGIN} accessibilityLayer={false}>
      {Hatching()}
      <XAxis type="number" hide />
      <YAxis type="category" dataKey="name" width={120} tickFormatter={nameTick} axisLine={false} {...AXIS} />
      {OUTCOMES.map(({ key, name, fill }, at) => (
        <Bar
          key={key}
          dataKey={key}
          name={name}
          stackId="runs"
          fill={fill}
          barSize={18}
          isAnimationActive={false}
        >
          {at === OUTCOMES.length - 1 && (
            <LabelList
              valueAccessor={(_: unknown, row: number) => numbersOf(rows[row])}
              position="right"
              fill="var(--ink)"
              fontSize={12}
            />
          )}
        </Bar>
      ))}
    </BarChart>
  </ResponsiveContainer>
);

/** At the right there is room for the numbers. */
const MARGIN = { top: 4, right: 190, bottom: 4, left: 0 };

const numbersOf = (row: NamedStats | undefined): string =>
  row === undefined
    ? ''
    : [counted(row.runs, 'run'), successRate(row), costOf(row.spend)]
        .filter((each) => each !== '')
        .join(' · ');
