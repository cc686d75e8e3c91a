import type { LabResult } from '../server-door.ts';
import { table } from './columns.ts';
import type { Frame } from './frame.ts';

type Estimate = LabResult['a']['tokens'];

/** Two configurations side by side, and how sure the difference is. */
export function labLines(report: LabResult, { columns, paint }: Frame): string[] {
  const { a, b, difference } = report;
  const rows = [
    ['', a.name, b.name, 'b − a'],
    ['completed', percent(a.completion), percent(b.completion), percent(difference.completion)],
    ['tokens', whole(a.tokens), whole(b.tokens), whole(difference.tokens)],
    ['cost', money(a.usd), money(b.usd), money(difference.usd)],
    ['seconds', seconds(a.latencyMs), seconds(b.latencyMs), seconds(difference.latencyMs)],
  ].map((row, at) => row.map((text) => (at === 0 ? { text, style: 'strong' as const } : { text })));
  const times = report.rounds === 1 ? 'once' : `${report.rounds} times`;
  return [
    `${report.requests} requests, each ${times}, seed ${report.seed}. In brackets: 95 % intervals.`,
    '',
    ...table(rows, [{ max: 10 }, { max: 36 }, { max: 36 }, { max: 'rest' }], columns, paint),
    '',
    `Kept as artifact ${report.artifact}: \`symphony artifact show ${report.artifact}\`.`,
  ];
}

const shown = (estimate: Estimate, form: (value: number) => string): string =>
  estimate === null ? 'unknown' : `${form(estimate.mean)} [${form(estimate.low)}, ${form(estimate.high)}]`;

const percent = (estimate: Estimate): string => shown(estimate, (value) => `${Math.round(100 * value)} %`);
const whole = (estimate: Estimate): string =>
  shown(estimate, (value) => Math.round(value).toLocaleString('en-US'));
const money = (estimate: Estimate): string =>
  shown(estimate, (value) => `${value < 0 ? '−' : ''}$${Math.abs(value).toFixed(4)}`);
const seconds = (estimate: Estimate): string => shown(estimate, (value) => (value / 1_000).toFixed(2));
