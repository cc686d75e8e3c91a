import { join } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import type { Clock, Entry, Melody, RunId, TrackedItem } from '@symphony/domain';
import type { Workplace } from '../../workplace.ts';
import { branchSource } from './branch.ts';
import type { MelodyStart } from './chain.ts';
import { filesSource } from './files.ts';
import { openGate } from './gate.ts';
import { itemSource } from './item.ts';
import { melodyEndSource } from './melody-end.ts';
import { scheduleSource } from './schedule.ts';
import type { Fired } from './source.ts';
import { webhookSource } from './webhook/webhook.ts';

export interface TriggerOptions {
  /** Asked again at every use. */
  readonly melodies: () => readonly Melody[];
  readonly workplace: Pick<Workplace, 'root' | 'run'>;
  /** The items in the active states. */
  readonly items: () => readonly TrackedItem[];
  /** Calls back with everything that is recorded from now on. */
  readonly follow: (hear: (entry: Entry) => void) => Promise<{ stop(): Promise<void> }>;
  /** How a run of a melody began that this process did not see begin; null when it is not known. */
  readonly startOf: (run: RunId) => MelodyStart | null;
  /** The keys of every start that is recorded. */
  readonly lastKeys: ReadonlySet<string>;
  readonly git: Git;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly fire: (fired: Fired) => void;
  readonly warn: (message: string) => void;
  /** Where webhooks are heard, on 127.0.0.1. 0: any that is free. */
  readonly port: number;
}

export interface Triggers {
  /** Where webhooks are heard; null while no melody waits for one. */
  webhooks(): string | null;
  /** The melodies may have changed. Resolves when nothing they wait for goes unnoticed. */
  update(): Promise<void>;
  /** Resolves when nothing is watched any more; nothing fires afterwards. */
  stop(): Promise<void>;
}

/** Everything that starts melodies besides a person. Resolves when all of it is watched. */
export async function openTriggers(options: TriggerOptions): Promise<Triggers> {
  const { workplace } = options;
  let url: string | null = null;
  let stopped = false;
  const gate = openGate(options);
  const shared = { ...options, root: workplace.root };
  const sources = [
    itemSource(shared),
    scheduleSource(shared),
    melodyEndSource(shared),
    filesSource(shared),
    branchSource(shared),
    webhookSource({
      ...shared,
      tokenFile: join(workplace.run, 'token'),
      onListening: (where) => {
        url = where;
      },
    }),
  ].map((source) => source.start((occasion) => !stopped && gate(occasion)));
  const following = await options.follow((entry) => {
    for (const source of sources) source.hear?.(entry);
  });
  const update = async (): Promise<void> => {
    if (!stopped) await Promise.all(sources.map((source) => source.update()));
  };
  await update();
  return {
    webhooks: () => url,
    update,
    async stop() {
      stopped = true;
      await following.stop();
      await Promise.all(sources.map((source) => source.stop()));
    },
  };
}
