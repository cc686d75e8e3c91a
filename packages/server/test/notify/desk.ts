import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import type { Entry, LogEvent, Store } from '@symphony/domain';
import type { Outward } from '../../src/config/index.ts';
import { channelsOf, Notifier } from '../../src/notify/index.ts';
import type { Sight } from '../../src/notify/notice.ts';
import { SystemClock } from '../../src/system-clock.ts';

/** Everything but who is told: a real log, the real clock, and a notifier at its end. */
export interface NoticeDesk {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly warnings: readonly string[];
  /** Records an event and lets the notifier hear it, as a conductor does. */
  happens(event: LogEvent): Entry;
  /** What became of notices, as the log has it. */
  sent(): readonly { channel: string; about: number; ok: boolean; message: string }[];
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly folder: string;
  readonly notify: Outward['notify'];
  readonly waits?: readonly number[];
  readonly env?: NodeJS.ProcessEnv;
  readonly now?: () => number;
}

export const ALL = ['needs_human', 'question', 'budget', 'done', 'failed'] as const;

export const SIGHT: Sight = {
  item: (id) => ({ identifier: id, title: 'Work', givenUp: false }),
  melody: () => null,
  missionQuestion: () => null,
  approvals: false,
  left: () => ({ working: 0, needYou: 0 }),
  workbench: 'http://127.0.0.1:4780',
};

export const needsYou = (item: string, reason = 'it is stuck'): LogEvent => ({
  type: 'item-moved',
  item,
  event: 'stall_detected',
  from: 'running',
  to: 'needs_human',
  facts: {},
  reason,
  outcome: null,
});

export function openDesk({
  folder,
  notify,
  waits = [10, 10, 10, 10, 10],
  env,
  now,
}: DeskOptions): NoticeDesk {
  const store = openSqliteStore({ folder, durability: 'normal', mirror: false });
  const clock = new SystemClock(0, now);
  const warnings: string[] = [];
  const setting = { instance: 'abc', now: Date.now, platform: 'linux', env: env ?? {} } as const;
  const channels = channelsOf(notify, setting);
  const notifier = new Notifier({
    store,
    clock,
    chance: () => 0.5,
    channels: () => channels,
    sight: () => SIGHT,
    record: (event) => void store.append(clock.now(), [event]),
    warn: (message) => warnings.push(message),
    waits,
  });
  notifier.catchUp();
  return {
    store,
    notifier,
    warnings,
    happens(event) {
      const [entry] = store.append(clock.now(), [event]);
      if (!entry) throw new Error('nothing was recorded');
      notifier.hear(entry);
      return entry;
    },
    sent: () =>
      store.read(0, 1_000, { types: ['notice-sent'] }).map(({ event }) => {
        if (event.type !== 'notice-sent') throw new Error(event.type);
        const { type: _, ...rest } = event;
        return rest;
      }),
    async close() {
      await notifier.stop();
      store.close();
    },
  };
}
