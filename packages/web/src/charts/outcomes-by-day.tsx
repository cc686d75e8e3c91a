import type { NamedStats } from '@symphony/domain';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { AXIS, dayTick } from './axis.ts';
import { Hatching } from './hatching.tsx';
import { OUTCOMES } from './outcomes.ts';
import { Tip } from './tip.tsx';

/** How many runs ended each day, and how. */
export const OutcomesByDay = ({ days }: { readonly days: readonly NamedStats[] }) => (
  <ResponsiveContainer width="100%" height={220}>
    <BarChart data={[...days]} margin={MARGIN} accessibilityLayer={false}>
      {Hatching()}
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="name" tickFormatter={dayTick} minTickGap={24} {...AXIS} />
      <YAxis allowDecimals={false} width={48} axisLine={false} {...AXIS} label={RUNS} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--sunken)' }}
        content={({ active, payload }) => {
          const day = payload?.[0]?.payload as NamedStats | undefined;
          if (!active || !day) return null;
          return <Tip title={day.name} rows={OUTCOMES.map(({ key, name }) => ({ name, value: day[key] }))} />;
        }}
      />
      {OUTCOMES.map(({ key, name, fill }) => (
        <Bar
          key={key}
          dataKey={key}
          name={name}
          stackId="runs"
          fill={fill}
          maxBarSize={36}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  </ResponsiveContainer>
);

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
const RUNS = {
  value: 'runs',
  angle: -90,
  position: 'insideLeft',
  fill: 'var(--ink-faint)',
  fontSize: 12,
} as const;
