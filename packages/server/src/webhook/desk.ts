import { join } from 'node:path';
import type { Conductor } from '@symphony/conductor';
import { type Clock, failureOf, type TrackerComment, type WebhookReading } from '@symphony/domain';
import type { WebhookSettings } from '../config/index.ts';
import type { Workplace } from '../workplace.ts';
import { Deliveries } from './deliveries.ts';
import { gathered } from './gathered.ts';

export type WebhookHint = Pick<Extract<WebhookReading, { kind: 'heard' }>, 'about' | 'names'>;

/** What the webhooks of trackers act on. */
export interface WebhookDesk {
  /** As configured now, secrets and all. */
  settings(): WebhookSettings;
  readonly deliveries: Pick<Deliveries, 'has' | 'add'>;
  /** Something may have changed: the next tick, or the look at these offers, is brought forward (C17). */
  hint(hint: WebhookHint): void;
  /** Resolves when what it commands is on record. */
  hear(comment: TrackerComment): Promise<void>;
}

/** A person who looks at their tracker should not wait; a storm should cost one look. */
const GATHER_MS = 200;
const LOOK_EVERY_MS = 5_000;

export interface DeskOptions {
  readonly workplace: Workplace;
  readonly conductor: Pick<Conductor, 'post' | 'startTicking'>;
  readonly settings: () => WebhookSettings;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

export function openWebhookDesk(options: DeskOptions): WebhookDesk & { stop(): Promise<void> } {
  const { workplace, conductor, settings, clock, warn } = options;
  const deliveries = new Deliveries(join(workplace.run, 'webhook-deliveries.json'));
  const pace = { afterMs: GATHER_MS, everyMs: LOOK_EVERY_MS };
  const tick = gathered(() => conductor.startTicking(), pace, clock);
  const named = new Set<string>();
  const look = gathered(
    () => {
      conductor.post({ type: 'offers-hinted', names: [...named] });
      named.clear();
    },
    pace,
    clock,
  );
  if (settings().unsigned) warn(UNSIGNED);
  return {
    settings,
    deliveries,
    hint({ about, names }) {
      if (about === 'items') return tick.request();
      for (const name of names) named.add(name);
      look.request();
    },
    hear: (comment) =>
      new Promise((resolve, reject) =>
        conductor.post({ type: 'comments-read', comments: [comment], next: null }, (answer) =>
          answer ? resolve() : reject(new Error('Symphony is stopping.')),
        ),
      ),
    async stop() {
      tick.stop();
      look.stop();
      try {
        deliveries.save();
      } catch (error) {
        warn(`Heard webhooks are not remembered: ${failureOf(error).message}`);
      }
    },
  };
}

const UNSIGNED =
  'UNSIGNED WEBHOOKS ARE HEARD: `webhooks.unsigned` is on, so anybody who can reach this machine can make Symphony look at its tracker as often as it may. Set a secret and take it out.';
