import { formatUsd } from '@symphony/domain';

/** What all axes have in common. */
export const AXIS = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--ink-soft)', fontSize: 12 },
  tickLine: false,
} as const;

/** `2026-11-16` as `16 Nov`: the year is in the range above. */
export function dayTick(name: string): string {
  const at = new Date(`${name}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return name;
  return DAY.format(at);
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Whole dollars need no cents. */
export const usdTick = (usd: number): string => (Number.isInteger(usd) ? `$${usd}` : formatUsd(usd));

/** A name of any length, as an axis has room for. */
export const nameTick = (name: string): string => (name.length > 18 ? `${name.slice(0, 17)}…` : name);
