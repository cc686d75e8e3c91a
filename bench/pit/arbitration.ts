import {
  arbitrate,
  type Capacity,
  GrantHistory,
  type Petition,
  type Rules,
  type Strategy,
} from '@symphony/pit/arbitration';
import { seeded } from '@symphony/testkit';
import PQueue from 'p-queue';
import { percentile } from '../statistics.ts';
import type { PitPart, Row } from './part.ts';

const STRATEGIES: readonly Strategy[] = ['priority', 'round-robin', 'fair-share', 'queue', 'weighted'];
const NOW = 1_000_000_000;
const SLOTS = 8;
const ROUNDS = 5;
/** Each round hears at least so many petitions, so that the clock's grain does not matter. */
const HEARD = 200_000;

/** How many petitions are decided per second, and how many rulings when only what is needed is read. */
export const arbitrationPart: PitPart = {
  name: 'arbitration',
  sizes: (quick) => (quick ? [10, 1_000] : [10, 100, 1_000, 10_000]),
  async measure(size) {
    const petitions = petitionsOf(size);
    const peer = { name: 'p-queue', value: await queuePerSecond(size) };
    const rows: Row[] = STRATEGIES.map((strategy) => ({
      what: `${strategy}, decisions/s`,
      ours: decisionsPerSecond(petitions, strategy),
      goal: { atLeast: 10_000 },
      peer: strategy === 'priority' ? peer : null,
    }));
    const inOrder = petitions.toSorted((a, b) => b.priority - a.priority || a.since - b.since);
    rows.push({
      what: `in order until ${SLOTS} slots are gone, rulings/s`,
      ours: rulingsPerSecond(inOrder),
      goal: { atLeast: 10_000 },
      peer: null,
    });
    return rows;
  },
};

const CAPACITY: Capacity = {
  resources: new Map([
    ['slots', { limit: SLOTS, used: 0, words: { one: 'slot', many: 'slots' } }],
    ['player:first', { limit: SLOTS / 2, used: 0 }],
    ['usd', { limit: 1_000, used: 0, kind: 'spent' }],
  ]),
  zones: [
    { zone: 'src/held/**', by: 'S-h' },
    { zone: '**/*.lock', by: 'S-h' },
  ],
};

/** Six in ten with a zone of their own, one in ten with one that is taken: as plans ask for them. */
function petitionsOf(count: number): Petition[] {
  const chance = seeded(count);
  return Array.from({ length: count }, (_, n) => ({
    id: `S-${n}`,
    owner: `owner ${n % 20}`,
    priority: [1000, 100, 0, -100, -1000][Math.floor(chance() * 5)] ?? 0,
    since: NOW - Math.floor(chance() * 3_600_000),
    claims: [
      { resource: `player:${chance() < 0.5 ? 'first' : 'second'}`, amount: 1 },
      { resource: 'usd', amount: 1 },
      { resource: 'slots', amount: 1 },
    ],
    zones: chance() < 0.6 ? [`src/part-${n}/**`] : chance() < 0.25 ? ['src/held/a.ts'] : [],
  }));
}

function rulesOf(strategy: Strategy): Rules {
  const history = new GrantHistory(3_600_000);
  for (let n = 0; n < 100; n++) history.record({ owner: `owner ${n % 7}`, at: NOW, waitedMs: n });
  const starvation = { afterMs: 3_600_000, boost: 500 };
  return { strategy, now: NOW, chance: seeded(1), history, starvation };
}

function decisionsPerSecond(petitions: readonly Petition[], strategy: Strategy): number {
  const rules = rulesOf(strategy);
  return petitions.length * perSecond(petitions.length, () => arbitrate(petitions, CAPACITY, rules));
}

function rulingsPerSecond(petitions: readonly Petition[]): number {
  const rules = { ...rulesOf('priority'), inOrder: true, binding: { resource: 'slots', amount: 1 } };
  return perSecond(SLOTS, () => arbitrate(petitions, CAPACITY, rules));
}

/** The middle of several rounds, after one to warm up. */
function perSecond(heard: number, rule: () => { readonly rationale: string }): number {
  const times = Math.max(3, Math.ceil(HEARD / heard / ROUNDS));
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now();
    for (let n = 0; n < times; n++) if (rule().rationale === '') throw new Error('a ruling says nothing');
    if (round > 0) rounds.push((times * 1000) / (performance.now() - began));
  }
  return percentile(rounds, 0.5);
}

/** The peer schedules as many jobs that do nothing, by priority, eight at a time. */
async function queuePerSecond(count: number): Promise<number> {
  const petitions = petitionsOf(count);
  const times = Math.max(3, Math.ceil(20_000 / count));
  const rounds: number[] = [];
  for (let round = 0; round <= 3; round++) {
    const began = performance.now();
    for (let n = 0; n < times; n++) {
      const queue = new PQueue({ concurrency: SLOTS });
      for (const { priority } of petitions) void queue.add(() => undefined, { priority });
      await queue.onIdle();
    }
    if (round > 0) rounds.push((count * times * 1000) / (performance.now() - began));
  }
  return percentile(rounds, 0.5);
}
