import type { AgentEvent, Instant, LimitWindow } from '@symphony/domain';
import { type Fields, fieldsOf, textOf } from './wire.ts';

const WINDOW_NAMES: Readonly<Record<string, string>> = {
  five_hour: '5 hours',
  seven_day: '7 days',
  seven_day_opus: '7 days, Opus',
  seven_day_sonnet: '7 days, Sonnet',
  seven_day_overage_included: '7 days with extra usage',
  overage: 'extra usage',
};

/** What a `rate_limit_event` line tells of a subscription. Null when it tells nothing. */
export function readLimits(said: Fields): Extract<AgentEvent, { type: 'limits' | 'limited' }> | null {
  const info = fieldsOf(said.rate_limit_info);
  if (!info) return null;
  const kind = textOf(info.rateLimitType) ?? '';
  // Past the limit somebody may have agreed to pay for more: then nothing is refused.
  if (info.status === 'rejected' && info.isUsingOverage !== true)
    return {
      type: 'limited',
      until: instantOf(info.resetsAt),
      message: `The usage limit (${windowName(kind)}) is reached.`,
    };
  const windows = windowsOf(info, kind);
  return windows.length === 0 ? null : { type: 'limits', windows };
}

function windowsOf(info: Fields, kind: string): readonly LimitWindow[] {
  const all = Object.entries(fieldsOf(info.unifiedWindows) ?? {}).map(([name, window]) =>
    windowOf(name, fieldsOf(window)),
  );
  const found = all.filter((each) => each !== null);
  const single = found.length === 0 ? windowOf(kind, info) : null;
  return single ? [single] : found;
}

function windowOf(name: string, window: Fields | null): LimitWindow | null {
  if (!window || typeof window.utilization !== 'number') return null;
  return {
    name: windowName(name),
    usedPercent: Math.round(window.utilization * 1_000) / 10,
    resetsAt: instantOf(window.resetsAt),
  };
}

const windowName = (kind: string): string => WINDOW_NAMES[kind] ?? (kind || 'unnamed');

/** They are told in seconds. */
const instantOf = (value: unknown): Instant | null =>
  typeof value === 'number' && Number.isFinite(value) ? value * 1_000 : null;
