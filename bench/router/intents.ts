import type { Cabinet, Clock } from '@symphony/domain';
import { Classifier, calibrate, type Role, Router, TARGET_ERROR } from '@symphony/runtime/router';
import {
  type IntentExample,
  type IntentQuality,
  intentData,
  intentQuality,
  NO_PUBLIC_DATA,
} from '@symphony/testkit';
import { keepBack, leaveLabelsOut, otherSets } from './other-sets.ts';
import type { Goal, Row } from './part.ts';

const GOALS: Readonly<Partial<Record<keyof IntentQuality, Goal>>> = {
  coverage: { atLeast: 0.8 },
  fastAccuracy: { atLeast: 0.9 },
  keptOut: { atLeast: 0.8 },
  calibrationError: { atMost: 0.05 },
  p99Ms: { atMost: 2 },
};
const SAID: Readonly<Record<keyof IntentQuality, string>> = {
  accuracy: 'accuracy in scope, all requests',
  coverage: 'share of in-scope requests in the fast band',
  fastAccuracy: 'accuracy in the fast band',
  keptOut: 'out of scope, kept out of the fast band',
  calibrationError: 'calibration error, in scope',
  calibrationErrorWithForeign: 'calibration error, with out of scope',
  medianMs: 'one decision, median ms',
  p99Ms: 'one decision, p99 ms',
};

/** The classifier, and the router around it, on requests they have not seen. */
export async function measureIntents(quick: boolean): Promise<Row[]> {
  const data = intentData();
  if (!data) throw new Error(`This cannot be measured: ${NO_PUBLIC_DATA}.`);
  const { train, test, foreign, domains } = data;
  const began = performance.now();
  const whole = learn(train);
  const seconds = (performance.now() - began) / 1000;
  const goal = { atMost: 10 };
  const rows: Row[] = [
    { set: 'CLINC150', what: 'learning 15,000 examples, s', ours: seconds, beside: {}, goal },
    ...told('CLINC150', qualityOf(whole, test, foreign), GOALS),
    ...(await routed(train, test, foreign)),
  ];
  if (quick) return rows;
  for (const away of DOMAINS_AWAY) {
    const names = new Set(away.flatMap((domain) => domains[domain] ?? []));
    const inside = ({ intent }: IntentExample): boolean => !names.has(intent);
    const left = learn(train.filter(inside));
    const out = test.filter((example) => !inside(example));
    rows.push(...told(`without ${away.join(', ')}`, qualityOf(left, test.filter(inside), out), {}));
  }
  for (const few of [5, 20]) {
    const some = learn(train.filter((_, at) => at % (100 / few) === 0));
    rows.push(...told(`${few} examples an intent`, qualityOf(some, test, foreign), {}));
  }
  for (const { name, examples } of otherSets()) {
    const all = keepBack(examples);
    rows.push(...told(name, qualityOf(learn(all.learned), all.asked, foreign), GOALS));
    const some = leaveLabelsOut(examples);
    rows.push(
      ...told(
        `${name}, one label in six not learned`,
        qualityOf(learn(some.learned), some.asked, some.foreign),
        {},
      ),
    );
  }
  return rows;
}

const DOMAINS_AWAY: readonly (readonly string[])[] = [
  ['banking', 'credit_cards', 'kitchen_and_dining'],
  ['home', 'auto_and_commute', 'travel'],
  ['utility', 'work', 'small_talk'],
];

const learn = (examples: readonly IntentExample[]): Classifier =>
  Classifier.learn(examples.map(({ text, intent }) => ({ text, label: intent })))!;

function qualityOf(
  classifier: Classifier,
  known: readonly IntentExample[],
  foreign: readonly IntentExample[],
): IntentQuality {
  const { fast } = calibrate(classifier.tried, TARGET_ERROR);
  const decide = (text: string) => {
    const { label, confidence } = classifier.classify(text);
    return { label, confidence, fast: confidence >= fast };
  };
  return intentQuality(decide, known, foreign);
}

const told = (
  set: string,
  quality: IntentQuality,
  goals: Partial<Record<keyof IntentQuality, Goal>>,
): Row[] =>
  (Object.keys(SAID) as (keyof IntentQuality)[]).map((key) => ({
    set,
    what: SAID[key],
    ours: quality[key],
    beside: {},
    goal: goals[key] ?? null,
  }));

/** The same requests through the whole router: patterns, features and all, with one role an intent. */
async function routed(
  train: readonly IntentExample[],
  test: readonly IntentExample[],
  foreign: readonly IntentExample[],
): Promise<Row[]> {
  const roles = rolesOf(train);
  const router = new Router({ cabinet: NOTHING_KEPT, clock: STILL });
  router.prepare(roles);
  for (const { text } of test.slice(0, 200)) await router.decide(text, { roles });
  const times: number[] = [];
  const decide = async (text: string) => {
    const began = performance.now();
    const decision = await router.decide(text, { roles });
    times.push(performance.now() - began);
    return decision;
  };
  let fast = 0;
  let right = 0;
  for (const { text, intent } of test) {
    const { path, route } = await decide(text);
    if (path === 'fast') fast += 1;
    if (path === 'fast' && route === intent) right += 1;
  }
  let out = 0;
  for (const { text } of foreign) if ((await decide(text)).path !== 'fast') out += 1;
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  const row = (what: string, ours: number, goal: Goal): Row => ({
    set: 'CLINC150, whole router',
    what,
    ours,
    beside: {},
    goal,
  });
  return [
    row(SAID.coverage, fast / test.length, { atLeast: 0.8 }),
    row(SAID.fastAccuracy, right / fast, { atLeast: 0.9 }),
    row(SAID.keptOut, out / foreign.length, { atLeast: 0.8 }),
    row(SAID.p99Ms, p99, { atMost: 2 }),
  ];
}

function rolesOf(examples: readonly IntentExample[]): Role[] {
  const byIntent = Map.groupBy(examples, ({ intent }) => intent);
  return [...byIntent].map(([name, of]) => ({
    name,
    description: name,
    fast: true,
    tools: [],
    parameters: [],
    tier: 'weak',
    examples: of.map(({ text }) => text),
    prompt: '',
    priority: 10,
  }));
}

const NOTHING_KEPT: Cabinet = {
  get: () => null,
  put: () => undefined,
  take: () => undefined,
  list: () => [],
  sweep: () => 0,
};
const STILL: Clock = { now: () => 0, soon: (call) => call(), after: () => () => undefined };
