import type { Conductor, Input } from '@symphony/conductor';
import { type Clock, type Entry, failureOf, type LogEventOf, type Store } from '@symphony/domain';
import type { LiveProject } from '../live-project.ts';
import { channelsOf, Notifier, sightOf } from '../notify/index.ts';
import { openTelemetry, type Telemetry } from '../telemetry/index.ts';

export interface OutwardOptions {
  readonly conductor: Pick<Conductor, 'state' | 'post'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly project: LiveProject;
  readonly instance: string;
  readonly version: string;
  /** The workbench, without its token. */
  readonly url: string | null;
  readonly warn: (message: string) => void;
}

/** What is told outside of what is recorded: notices to people, traces to a collector. */
export interface Outside {
  hear(entry: Entry): void;
  stop(): Promise<void>;
}

export async function openOutside(options: OutwardOptions): Promise<Outside> {
  const telemetry = await traces(options);
  const notifier = notices(options);
  // Nothing is recorded between looking back and the first entry that is heard: both in one turn.
  notifier.catchUp();
  return {
    hear(entry) {
      notifier.hear(entry);
      telemetry?.hear(entry);
    },
    stop: async () => {
      await Promise.all([notifier.stop(), telemetry?.stop()]);
    },
  };
}

function notices({ conductor, store, clock, project, instance, url, warn }: OutwardOptions): Notifier {
  const setting = { instance, now: () => clock.now(), platform: process.platform, env: process.env };
  let config = project.config();
  let channels = channelsOf(config.outward.notify, setting);
  return new Notifier({
    store,
    clock,
    chance: Math.random,
    // Made anew only when the configuration is.
    channels: () => {
      if (config !== project.config()) {
        config = project.config();
        channels = channelsOf(config.outward.notify, setting);
      }
      return channels;
    },
    sight: () => sightOf(conductor, project.settings(), url),
    record: (sent) => conductor.post(recorded(sent)),
    warn,
  });
}

/** An input that is put on record as it is. */
const recorded = (sent: LogEventOf<'notice-sent'>): Input => ({ type: 'notice-told', sent });

/** Null when none are asked for, or none can be sent: work goes on without. */
async function traces(options: OutwardOptions): Promise<Telemetry | null> {
  const { endpoint, service, headers } = options.project.config().outward.telemetry;
  if (endpoint === null) return null;
  const { conductor, store, instance, version, warn } = options;
  try {
    return await openTelemetry({
      endpoint,
      service,
      headers,
      instance,
      version,
      store,
      live: conductor.state.live,
      warn,
    });
  } catch (error) {
    warn(`There are no traces: ${failureOf(error).message}`);
    return null;
  }
}
