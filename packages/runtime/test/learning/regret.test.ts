import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import type { Chance } from '@symphony/domain';
import { seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Experience } from '../../src/learning/experience.ts';
import { DAY, NOW, SEED } from '../recorded.ts';

/** What each choice would have brought for one request: 1 or 0. */
interface Logged {
  readonly subject: string;
  readonly outcomes: Readonly<Record<string, boolean>>;
}

type Prices = Readonly<Record<string, number>>;
type Policy = (logged: Logged, index: number) => string;

const worthOf = ({ outcomes }: Logged, choice: string, prices: Prices): number =>
  (outcomes[choice] ? 1 : 0) - (prices[choice] ?? 0);

const bestOf = (logged: Logged, prices: Prices): number =>
  Math.max(...Object.keys(logged.outcomes).map((choice) => worthOf(logged, choice, prices)));

/** How much less it brought than knowing every outcome beforehand would have. */
const regretOf = (log: readonly Logged[], prices: Prices, policy: Policy): number =>
  log.reduce(
    (sum, each, index) => sum + bestOf(each, prices) - worthOf(each, policy(each, index), prices),
    0,
  );

/** Sees only the outcome of what it chose, as in real use. */
function learning(prices: Prices, chance: Chance, stepMs: number): Policy {
  const experience = new Experience(new MemoryCabinet());
  const choices = Object.entries(prices).map(([choice, price]) => ({ choice, price }));
  return ({ subject, outcomes }, index) => {
    const now = NOW + index * stepMs;
    const choice = experience.choose('class-player', subject, choices, { now, chance }) ?? '';
    const success = outcomes[choice] ?? false;
    experience.learn([{ pairing: 'class-player', subject, choice, success, at: now }]);
    return choice;
  };
}

/** The cheap one where it is right at least seven times in ten; it is told how often that is. */
function fixedThreshold(log: readonly Logged[], cheap: string, dear: string): Policy {
  const seen = new Map<string, { right: number; all: number }>();
  for (const { subject, outcomes } of log) {
    const counts = seen.get(subject) ?? { right: 0, all: 0 };
    seen.set(subject, { right: counts.right + (outcomes[cheap] ? 1 : 0), all: counts.all + 1 });
  }
  return ({ subject }) => {
    const { right, all } = seen.get(subject) ?? { right: 0, all: 1 };
    return right / all >= 0.7 ? cheap : dear;
  };
}

function shuffled<T>(values: readonly T[], chance: Chance): T[] {
  const mixed = [...values];
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = Math.floor(chance() * (index + 1));
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}

const DATA = join(import.meta.dirname, '../../../../..', 'shared/data/cost-routing/gsm8k.jsonl');

const lengthClass = (prompt: string): string => {
  const words = prompt.split(/\s+/).length;
  return words < 35 ? 'short' : words < 55 ? 'middling' : 'long';
};

describe(`R16 regret (seed ${SEED})`, () => {
  test('R16 on stored answers of two models, learning beats a fixed threshold of 0.7 that knows every rate', ({
    skip,
  }) => {
    if (!existsSync(DATA)) skip(`The stored answers are not here: ${DATA}`);
    const rows = readFileSync(DATA, 'utf8').trim().split('\n');
    const log: Logged[] = rows.map((row) => {
      const { prompt, weak_correct, strong_correct } = JSON.parse(row);
      return { subject: lengthClass(prompt), outcomes: { weak: weak_correct, strong: strong_correct } };
    });
    let [learned, fixed, requests] = [0, 0, 0];
    for (const price of [0.05, 0.1, 0.2, 0.3, 0.4])
      for (let round = 0; round < 2; round += 1) {
        const prices = { weak: 0, strong: price };
        const chance = seeded(SEED + round);
        const order = shuffled(log, chance);
        learned += regretOf(order, prices, learning(prices, chance, 1_000));
        fixed += regretOf(order, prices, fixedThreshold(log, 'weak', 'strong'));
        requests += order.length;
      }
    console.log(
      `regret per request against the oracle: learning ${(learned / requests).toFixed(4)}, ` +
        `fixed 0.7 ${(fixed / requests).toFixed(4)} (${requests} requests)`,
    );
    expect(learned).toBeLessThan(fixed);
  });

  test('R16 when a tool breaks, what was learned is unlearned; a fixed choice never notices', () => {
    const chance = seeded(SEED);
    const half = 1_500;
    const log: Logged[] = Array.from({ length: 2 * half }, (_, index) => ({
      subject: 'look up *',
      outcomes: {
        'search.web': chance() < (index < half ? 0.95 : 0.15),
        'search.files': chance() < 0.75,
      },
    }));
    const prices = { 'search.web': 0, 'search.files': 0 };
    const stepMs = (90 * DAY) / log.length;
    const learned = regretOf(log, prices, learning(prices, chance, stepMs));
    const fixed = regretOf(log, prices, () => 'search.web');
    const other = regretOf(log, prices, () => 'search.files');
    const turn = regretOf(log, prices, (_, index) => (index < half ? 'search.web' : 'search.files'));
    console.log(
      `regret of ${log.length}: learning ${learned}, always the first ${fixed}, always the second ${other}, ` +
        `changing in the right moment ${turn}`,
    );
    expect(learned).toBeLessThan(fixed);
    expect(learned).toBeLessThan(other);
    expect(learned).toBeLessThan(turn * 2);
  });
});
