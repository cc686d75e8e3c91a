import { SETTINGS, seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { type Input, takeSnapshot } from '../../src/index.ts';
import { ITEMS, stormyStep } from '../storm.ts';
import { World } from '../world.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));
const STEPS = 80;
const WORLDS = 100;
/** Rare answers may need more worlds to come up; after so many something is wrong with the storm. */
const MOST_WORLDS = 5_000;

type Kind = Input['type'];

/** Answers to effects that belong to a run or to an attempt of the train. */
const OWNED: readonly Kind[] = [
  'item-refreshed',
  'refresh-failed',
  'chamber-ready',
  'chamber-failed',
  'chamber-inspected',
  'run-broke',
  'agent-stopped',
  'proved',
  'not-proved',
  'train-assembled',
  'train-broke',
  'train-landing',
];
/** Every answer to an effect. Agents' words, ticks and commands mean something each time they come. */
const RESULTS: readonly Kind[] = [
  ...OWNED,
  'tracker-read',
  'tracker-unreadable',
  'tracker-move-done',
  'tracker-move-refused',
  'chamber-removal',
  'proposed',
  'not-proposed',
];

const picture = ({ state }: World): string => takeSnapshot({ ...state, seq: 0 }).state;

/** A world that repeats itself, and remembers what it repeated once it is given a set for that. */
abstract class RepeatingWorld extends World {
  repeated?: Set<Kind>;
}

/** Says every result twice. */
class EchoingWorld extends RepeatingWorld {
  override say(input: Input): void {
    super.say(input);
    if (!this.repeated || !RESULTS.includes(input.type)) return;
    this.repeated.add(input.type);
    const [before, effects] = [picture(this), this.pending.length];
    super.say(input);
    if (picture(this) !== before) expect(JSON.parse(picture(this)), input.type).toEqual(JSON.parse(before));
    const asked = this.pending.splice(effects);
    if (asked.length > 0 && !isRetry(input))
      throw new Error(`${input.type} again asks for ${asked[0]?.type}`);
  }
}

/** What failed for the moment is asked for again whenever that is heard; a second time is harmless. */
const isRetry = (input: Input): boolean =>
  input.type === 'train-broke' || (input.type === 'train-landing' && input.landing.kind === 'held');

/** Says at any time what an earlier run or an earlier attempt of the train was told. */
class LateWorld extends RepeatingWorld {
  readonly #heard: Input[] = [];

  override say(input: Input): void {
    super.say(input);
    if (!this.repeated) return;
    if ('run' in input || 'attempt' in input) this.#heard.push(input);
    const late = this.chooses(this.#heard);
    if (!late || !this.#isStale(late)) return;
    this.repeated.add(late.type);
    const [before, recorded, effects] = [picture(this), this.log.length, this.pending.length];
    super.say(late);
    const taken = picture(this) !== before || this.log.length > recorded || this.pending.length > effects;
    if (taken)
      throw new Error(`${late.type} came late and was taken: ${JSON.stringify(this.log.slice(recorded))}`);
  }

  #isStale(input: Input): boolean {
    if ('run' in input && 'item' in input) return this.state.items.get(input.item)?.run?.id !== input.run;
    return 'attempt' in input && this.state.train.current?.id !== input.attempt;
  }
}

/** Storms through many worlds until each of `kinds` was repeated at least once. */
function storm(
  Kind: new (...args: ConstructorParameters<typeof World>) => RepeatingWorld,
  kinds: readonly Kind[],
) {
  const repeated = new Set<Kind>();
  const missing = () => kinds.filter((kind) => !repeated.has(kind));
  for (let at = 0; at < WORLDS || (missing().length > 0 && at < MOST_WORLDS); at++) {
    const trouble = seeded(SEED + at)() * 0.4;
    const world = new Kind(ITEMS, SETTINGS, SEED + at);
    world.repeated = repeated;
    for (let step = 0; step < STEPS; step++) stormyStep(world, trouble);
  }
  expect(missing()).toEqual([]);
}

describe(`repeats (seed ${SEED})`, () => {
  test('C9 a result that comes twice changes nothing and asks for nothing', () =>
    storm(EchoingWorld, RESULTS));

  test('C9 what belongs to an earlier run or attempt is not even recorded', () =>
    storm(LateWorld, [...OWNED, 'agent-heard']));
});
