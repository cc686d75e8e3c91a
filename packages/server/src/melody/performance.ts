import type { Git } from '@symphony/adapters/git';
import type { Conductor } from '@symphony/conductor';
import { type Clock, failureOf, isOneOf, type Melody, type Settings } from '@symphony/domain';
import type { EntryFeed } from '../entry-feed.ts';
import type { Workplace } from '../workplace.ts';
import { prepareMelody, readOwnMelodies, watchMelodies } from './live-book.ts';
import { type Fired, openTriggers, type Triggers } from './triggers/index.ts';

export interface PerformanceOptions {
  readonly workplace: Workplace;
  readonly conductor: Conductor;
  readonly feed: EntryFeed;
  readonly git: Git;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly warn: (message: string) => void;
  /** Where webhooks are heard. 0: any port that is free. */
  readonly port: number;
}

/** Lets the repository's melodies start by themselves: what they wait for is watched until `stop`. */
export async function openPerformance(
  options: PerformanceOptions,
): Promise<Pick<Triggers, 'stop' | 'webhooks'>> {
  const { workplace, conductor, feed, warn } = options;
  const { root } = workplace;
  let melodies: readonly Melody[] = await played(root, warn);
  const triggers = await openTriggers({
    melodies: () => melodies,
    workplace,
    items: () => activeItems(conductor, options.settings()),
    follow: (hear) => feed.follow(conductor.state.seq, hear),
    startOf: (run) => {
      const known = conductor.state.melodies.get(run);
      return known ? { melody: known.melody.name, trigger: known.trigger, dry: known.dry } : null;
    },
    lastKeys: conductor.state.triggerKeys,
    git: options.git,
    clock: options.clock,
    fire: (fired) => void fire(options, fired),
    warn,
    port: options.port,
  });
  const files = watchMelodies(
    root,
    () => {
      const update = async (): Promise<void> => {
        melodies = await played(root, warn);
        await triggers.update();
      };
      update().catch((error: unknown) =>
        warn(`The melodies could not be read again: ${failureOf(error).message}`),
      );
    },
    warn,
  );
  return {
    webhooks: () => triggers.webhooks(),
    stop: async () => {
      await files.stop();
      await triggers.stop();
    },
  };
}

/** What may start by itself. */
async function played(root: string, warn: (message: string) => void): Promise<readonly Melody[]> {
  const book = await readOwnMelodies(root);
  for (const { file, line, sentence } of book.problems())
    warn(`${line === null ? file : `${file}:${line}`}: ${sentence}`);
  return book.list().map(({ melody }) => melody);
}

/** A trigger whose parameters do not fit is recorded as refused, so that it is seen and not asked again. */
async function fire({ workplace, conductor, settings }: PerformanceOptions, fired: Fired): Promise<void> {
  const { melody, trigger } = fired;
  try {
    const prepared = await prepareMelody(workplace.root, settings(), melody, fired.parameters);
    conductor.post({ type: 'melody-wanted', ...prepared, trigger, by: trigger.kind });
  } catch (error) {
    conductor.post({ type: 'melody-unfit', melody, trigger, reason: failureOf(error).message });
  }
}

function activeItems({ state }: Conductor, { tracker }: Settings) {
  const items = [...state.items.values()].filter(({ presence }) => presence === 'active');
  return items.map(({ tracked }) => tracked).filter((item) => isOneOf(item.state, tracker.activeStates));
}
