import type { Instant, LimitWindow } from '@symphony/domain';
import { type Fields, fieldsOf, numberOf, textOf } from './wire.ts';

/** The windows an update names. Updates are sparse: what one leaves out is as it was before. */
export function readWindows(rateLimits: Fields): LimitWindow[] {
  const limit = textOf(rateLimits.limitName) ?? textOf(rateLimits.limitId) ?? 'codex';
  return ['primary', 'secondary'].flatMap((which) => {
    const window = fieldsOf(rateLimits[which]);
    const usedPercent = numberOf(window.usedPercent);
    if (usedPercent === null) return [];
    const resetsAt = numberOf(window.resetsAt);
    return [
      {
        name: `${limit} ${spanOf(numberOf(window.windowDurationMins)) ?? which}`,
        usedPercent,
        resetsAt: resetsAt === null ? null : resetsAt * 1000,
      },
    ];
  });
}

/** What is new replaces its namesake; the order stays. */
export function mergeWindows(before: readonly LimitWindow[], news: readonly LimitWindow[]): LimitWindow[] {
  const byName = new Map([...before, ...news].map((each) => [each.name, each]));
  return [...byName.values()];
}

function spanOf(minutes: number | null): string | null {
  if (minutes === null || minutes <= 0) return null;
  if (minutes % 1440 === 0) return `${minutes / 1440} d`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** When a used-up limit ends: as its windows tell, else as the sentence does, else unknown. */
export function limitedUntil(windows: readonly LimitWindow[], message: string, now: Instant): Instant | null {
  const resets = windows.flatMap(({ usedPercent, resetsAt }) =>
    usedPercent >= 100 && resetsAt !== null && resetsAt > now ? [resetsAt] : [],
  );
  return resets.length > 0 ? Math.max(...resets) : timeInSentence(message, now);
}

/**
 * "Try again at 3:31 PM." today, "… or try again at Nov 17th, 2026 3:31 PM." later. The provider's exact
 * time does not come through the protocol where the provider sends no windows. It is a local time
 * cut to the minute, so the minute after it is meant.
 */
function timeInSentence(message: string, now: Instant): Instant | null {
  const found = /try again at (?:(\w{3} \d{1,2})\w{2}, (\d{4}) )?(\d{1,2}:\d{2} [AP]M)/i.exec(message);
  if (found === null) return null;
  const [, day, year, time] = found;
  const date = day === undefined ? new Date(now).toDateString() : `${day} ${year}`;
  const at = Date.parse(`${date} ${time}`) + 60_000;
  return Number.isNaN(at) || at <= now ? null : at;
}
