import { z } from 'zod';
import { parseDuration } from '../config/duration.ts';
import { flag, listOf, optional, section, text } from '../config/value.ts';

/**
 * What `symphony.yaml` says about cleaning. Durations may be longer here than elsewhere: nothing
 * waits for them on a timer.
 */

const DAY = 86_400_000;
const GB = 1e9;
const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: GB, tb: 1e12 };

const age = z
  .unknown()
  .transform((given, context): number => {
    const ms = parseDuration(given);
    if (ms !== null && ms >= 0) return ms;
    context.issues.push({
      code: 'custom',
      message: 'must be a duration such as `8d` or `12h`',
      input: given,
    });
    return z.NEVER;
  })
  .meta({ unit: 'duration' });

const size = z.unknown().transform((given, context): number => {
  const bytes = parseSize(given);
  if (bytes !== null) return bytes;
  context.issues.push({ code: 'custom', message: 'must be a size such as `10GB` or `500MB`', input: given });
  return z.NEVER;
});

function parseSize(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) && given >= 0 ? Math.round(given) : null;
  const match = typeof given === 'string' ? /^(\d+(?:\.\d+)?)\s*([kmgt]?b)$/i.exec(given.trim()) : null;
  const unit = UNITS[match?.[2]?.toLowerCase() ?? ''];
  return match && unit !== undefined ? Math.round(Number(match[1]) * unit) : null;
}

export const cleanSchema = section({
  /** Once a day, when nothing runs. */
  auto: optional(flag, true),
  warm_after: optional(age, 8 * DAY),
  cold_after: optional(age, 30 * DAY),
  /** How long what was removed can be restored. */
  retention: optional(age, 30 * DAY),
  /** Of sessions, artifacts and bundles together. */
  max_total: optional(size, 10 * GB),
  keep_tags: listOf(text, ['keep']),
});

export type CleanConfig = z.output<typeof cleanSchema>;

export const CLEAN_DEFAULTS: CleanConfig = cleanSchema.parse({});
