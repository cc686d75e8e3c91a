import type { Guards, Thing, ThingKind } from '@symphony/domain';
import { judge } from '@symphony/pit/stale';
import { seeded } from '@symphony/testkit';
import { CLEAN_DEFAULTS } from '../../packages/server/src/clean/index.ts';
import { policiesFor } from '../../packages/server/src/clean/policies.ts';
import { percentile } from '../statistics.ts';
import type { PitPart, Row } from './part.ts';
import { diskOfItems } from './stale-disk.ts';
import { savingOn } from './stale-saving.ts';

const DAY = 86_400_000;
const NOW = 1_000 * DAY;
const ROUNDS = 9;
const KINDS: readonly ThingKind[] = ['chamber', 'branch', 'artifact', 'bundle', 'session', 'log', 'archive'];
const FREE: Guards = { referenced: null, tagged: null, held: null, unmerged: null, running: null };

/** P5: how long deciding takes, what cleaning saves, and what finished work leaves on disk. */
export const stalePart: PitPart = {
  name: 'stale',
  sizes: (quick) => (quick ? [1_000] : [100, 1_000, 10_000, 100_000]),
  async measure(size) {
    const rows = judging(size);
    if (size === 1_000) rows.push(...(await savingOn(size / 10)));
    if (size === 100) rows.push(...(await diskOfItems(size)));
    return rows;
  },
};

/** Everything judged by the policies a person gets who changed nothing; then the same with too little room. */
function judging(size: number): Row[] {
  const things = heapOf(size);
  const policies = policiesFor(CLEAN_DEFAULTS);
  const total = things.reduce((sum, thing) => sum + thing.size, 0);
  const tight = policiesFor({ ...CLEAN_DEFAULTS, max_total: Math.round(total / 10) });
  const one = things.slice(0, 1);
  const whole = median(() => judge(things, policies, NOW));
  const reclaim = median(() => judge(things, tight, NOW));
  return [
    { what: 'judge, µs a thing', ours: (whole * 1000) / size, goal: { atMost: 10_000 }, peer: null },
    {
      what: 'judge one thing alone, ms',
      ours: median(() => judge(one, policies, NOW)),
      goal: { atMost: 10 },
      peer: null,
    },
    { what: 'plan all, ms', ours: whole, goal: null, peer: null },
    {
      what: 'decide what goes when room is short, ms',
      ours: reclaim,
      // The promise names no size: it is held against a thousand things, the rest shows growth.
      goal: size <= 1_000 ? { atMost: 10 } : null,
      peer: null,
    },
  ];
}

function median(work: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    work();
    times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}

/** Things of every kind and age; a fifth is guarded, a third needs another one. */
function heapOf(size: number): Thing[] {
  const chance = seeded(size);
  return Array.from({ length: size }, (_, at): Thing => {
    const unused = chance() ** 2 * 200 * DAY;
    return {
      id: `thing-${at}`,
      kind: KINDS[at % KINDS.length] ?? 'session',
      label: `thing ${at}`,
      size: Math.floor(chance() * 200_000),
      createdAt: NOW - unused - chance() * 50 * DAY,
      lastUsedAt: NOW - unused,
      uses: Math.floor(chance() * 10),
      quality: chance() < 0.5 ? null : chance(),
      tags: chance() < 0.05 ? ['keep'] : [],
      guards: chance() < 0.2 ? { ...FREE, referenced: 'an item is not finished' } : FREE,
      references: at > 0 && chance() < 0.33 ? [`thing-${Math.floor(chance() * at)}`] : [],
      training: chance() < 0.3,
      tier: 'hot',
      tiers: ['hot', 'warm', 'cold'],
      content: `content-${Math.floor(chance() * size)}`,
    };
  });
}
