import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { MemoryTracker } from '@symphony/adapters/tracker/memory';
import type { AgentEvent, AgentPort, Store } from '@symphony/domain';
import { Conductor } from '../../packages/conductor/src/index.ts';
import { SystemClock } from '../../packages/server/src/system-clock.ts';
import { insertPlainly } from '../conductor/floor.ts';
import { itemNumber, settingsFor } from '../conductor/material.ts';
import { observedStore } from '../conductor/observed-store.ts';
import { portsFor } from '../conductor/stage.ts';
import { eventsOf, linesOf, type StreamName } from './recorded-stream.ts';

export interface RecordRequest {
  readonly kind: 'record';
  readonly stream: StreamName;
  /** Many at once, as when an agent's output is read in large pieces, or each one alone. */
  readonly pace: 'burst' | 'single';
}

export interface Recording {
  readonly recordMicros: number;
  /** The very rows into a plain table, in commits of the same size. */
  readonly insertMicros: number;
  readonly ratio: number;
  readonly eventsPerLine: number;
}

const TIMES = 1_000;
const WARM_UP = 100;

/** From what an adapter tells to what is in the log: decided on, folded, appended, mirrored. */
export async function recordEvents({ stream, pace }: RecordRequest): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  try {
    const log = openSqliteStore({ folder, durability: 'normal', mirror: true });
    let commits = 0;
    const store = observedStore(log, {
      append: (at, events) => {
        commits += 1;
        return log.append(at, events);
      },
    });
    const run = await openRun(store);
    // The end of a turn brings git and checks with it, which are measured elsewhere.
    const events = eventsOf(stream).filter(({ type }) => type !== 'turn-ended');
    const play = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        for (const event of events) {
          run.hear(event);
          if (pace === 'single') await run.rested();
        }
        if (pace === 'burst') await run.rested();
      }
    };
    await play(WARM_UP);
    const [entries, before] = [log.lastSeq(), commits];
    const began = performance.now();
    await play(TIMES);
    const recordMicros = ((performance.now() - began) * 1000) / (TIMES * events.length);
    const recorded = log.lastSeq() - entries;
    if (recorded < TIMES * events.length) throw new Error('not every event was recorded');
    log.close();
    const eventsPerCommit = recorded / (commits - before);
    const { floorPerSecond } = insertPlainly({ folder, eventsPerCommit });
    // An event may bring an entry of its own with it: what a permission was judged to.
    const insertMicros = (1_000_000 / floorPerSecond) * (recorded / (TIMES * events.length));
    const eventsPerLine = eventsOf(stream).length / linesOf(stream).length;
    return { recordMicros, insertMicros, ratio: recordMicros / insertMicros, eventsPerLine };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface OpenRun {
  hear(event: AgentEvent): void;
  /** Resolves when everything heard so far is recorded. */
  rested(): Promise<void>;
}

/** The real conductor with one run whose agent is in a turn and says what `hear` is given. */
async function openRun(store: Store): Promise<OpenRun> {
  const started = Promise.withResolvers<(event: AgentEvent) => void>();
  let rested = Promise.withResolvers<void>();
  const agent: AgentPort = {
    name: 'bench',
    async start(_, hear) {
      hear({ type: 'started', sessionId: 'recorded', process: null });
      started.resolve(hear);
      return { process: null, prompt: async () => undefined, stop: async () => undefined };
    },
  };
  const clock = new SystemClock(0);
  const tracker = new MemoryTracker([itemNumber(1)]);
  const quiet = { reports: 0, onPrepare: () => undefined, onProved: () => undefined };
  let names = 0;
  const conductor = new Conductor({
    store,
    ports: { ...portsFor({ ...quiet, tracker, clock }), agent: () => agent },
    clock,
    chance: Math.random,
    names: (prefix) => `${prefix}-${++names}`,
    only: null,
    evaluate: () => null,
    onEntry: () => undefined,
    onFatal: (message) => {
      throw new Error(message);
    },
    onWarning: (message) => console.error(message),
    onRest: () => {
      rested.resolve();
      rested = Promise.withResolvers();
    },
  });
  conductor.post({ type: 'started', instance: 'bench', version: '0', pid: process.pid });
  conductor.post({ type: 'settings-loaded', settings: settingsFor(1) });
  conductor.post({ type: 'survivors-cleared', ended: 0 });
  conductor.startTicking();
  return { hear: await started.promise, rested: () => rested.promise };
}
