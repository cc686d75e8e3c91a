import type { NamedStats } from '@symphony/domain';
import { costOf } from '@symphony/protocol/words';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, dayTick, usdTick } from './axis.ts';
import { Tip } from './tip.tsx';

/** What the runs that ended each day cost. */
export const CostByDay = ({ days }: { readonly days: readonly NamedStats[] }) => (
  <ResponsiveContainer width="100%" height={220}>
    <BarChart data={[...days]} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="name" tickFormatter={dayTick} minTickGap={24} {...AXIS} />
      <YAxis tickFormatter={usdTick} width={64} axisLine={false} {...AXIS} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--sunken)' }}
        content={({ active, payload }) => {
          const day = payload?.[0]?.payload as NamedStats | undefined;
          if (!active || !day) return null;
          return <Tip title={day.name} rows={[{ name: 'Cost', value: costOf(day.spend) || '$0' }]} />;
        }}
      />
      <Bar
        dataKey={({ spend }: NamedStats) => spend.usd}
        name="Cost"
        fill="var(--accent)"
        maxBarSize={36}
        isAnimationActive={false}
      />
    </BarChart>
  </ResponsiveContainer>
);

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
