import type { Policy } from '@symphony/pit/stale';
import type { CleanConfig } from './config.ts';

const DAY = 86_400_000;
/** A chamber or branch whose work is in the target is worth nothing but a look back the same day. */
const MERGED_MS = DAY;

/** What is done when nobody says otherwise. Guards come before all of them. */
export function policiesFor(config: CleanConfig): readonly Policy[] {
  const {
    warm_after: warmAfterMs,
    cold_after: coldAfterMs,
    retention,
    max_total: bytes,
    keep_tags: tags,
  } = config;
  const gone = Math.max(warmAfterMs, coldAfterMs) + retention;
  const on = (name: string, priority: number, rest: Pick<Policy, 'kinds' | 'rules'>): Policy => ({
    name,
    priority,
    enabled: true,
    ...rest,
  });
  return [
    on('kept tags', 100, {
      kinds: ['chamber', 'branch', 'artifact', 'bundle', 'session', 'log'],
      rules: [{ type: 'keep-tagged', tags }],
    }),
    on('training', 90, { kinds: ['session', 'artifact'], rules: [{ type: 'keep-for-training' }] }),
    on('merged work', 50, { kinds: ['chamber', 'branch'], rules: [{ type: 'max-age', ms: MERGED_MS }] }),
    on('leftovers', 40, { kinds: ['session', 'bundle'], rules: [{ type: 'max-age', ms: gone }] }),
    // What is still within its retention is held, which no policy overrules.
    on('retention', 40, { kinds: ['archive'], rules: [{ type: 'max-age', ms: 0 }] }),
    on('tiers', 20, {
      kinds: ['session', 'bundle', 'log'],
      rules: [{ type: 'cool', warmAfterMs, coldAfterMs: Math.max(warmAfterMs, coldAfterMs) }],
    }),
    on('room', 10, { kinds: ['session', 'artifact', 'bundle'], rules: [{ type: 'max-total-size', bytes }] }),
  ];
}
