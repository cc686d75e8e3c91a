import { setTimeout as sleep } from 'node:timers/promises';
import { alone, type Row } from '../agents/part.ts';
import { longestStandstill } from '../standstill.ts';
import { percentile } from '../statistics.ts';
import { countingTasks } from './counting-page.ts';
import type { DaemonStretch } from './daemon-process.ts';
import { GOALS } from './goals.ts';
import { type Noted, openPage } from './page.ts';
import { beside, type FacesPart } from './part.ts';
import { FULL, onStage } from './stage.ts';
import { type Task, tasksDuring } from './tasks.ts';
import { usePage } from './use.ts';

interface WatchRequest {
  readonly assets: string;
  /** Each begins with use, goes on with watching, and ends with a look at the heap. */
  readonly rounds: number;
  readonly roundMs: number;
  /** How long the machine alone is looked at first. */
  readonly aloneMs: number;
}

interface Watched {
  readonly heapsMb: readonly number[];
  readonly longTasks: readonly number[];
  /** Of as many uses afterwards with the browser tracing itself, which slows it down. */
  readonly tasks: readonly Task[];
  readonly keys: readonly number[];
  readonly transcriptsMs: readonly number[];
  readonly seconds: number;
  readonly daemon: DaemonStretch;
  readonly standstillMs: number;
  /** Tasks of a page beside it that works for 50 ms at a time. */
  readonly counting: readonly number[];
}

/** One page in use for ten minutes at a board of 10,000 items and 200 agents that talk. */
export const watchPart: FacesPart = {
  name: 'watch',
  measure: (request) => watch(request as WatchRequest),
  async rows(ask, { quick, assets }) {
    const rounds = quick
      ? { rounds: 3, roundMs: 20_000, aloneMs: 5_000 }
      : { rounds: 10, roundMs: 60_000, aloneMs: 60_000 };
    return rowsOf(await ask<Watched>({ assets, ...rounds }));
  },
};

async function watch({ assets, rounds, roundMs, aloneMs }: WatchRequest): Promise<Watched> {
  const standstillMs = longestStandstill(aloneMs);
  return onStage(FULL, assets, async (daemon, browser) => {
    const watched = await openPage(browser, daemon.address());
    await watched.firstCard();
    await sleep(2_000);
    await watched.noted(); // how it began is measured elsewhere
    const heapsMb: number[] = [];
    const noted: Noted[] = [];
    const transcriptsMs: number[] = [];
    const began = performance.now();
    const stretch = await daemon.during(async () => {
      for (let round = 1; round <= rounds; round++) {
        const { transcriptMs } = await usePage(watched.page);
        transcriptsMs.push(transcriptMs);
        await sleep(Math.max(0, began + round * roundMs - performance.now()));
        noted.push(await watched.noted());
        heapsMb.push(await watched.heapMb());
        await watched.noted(); // collecting everything holds the page up, and no person does that
      }
    });
    const seconds = (performance.now() - began) / 1000;
    const counting = await countingTasks(browser, 2 * roundMs);
    const tasks: Task[] = [];
    for (let use = 0; use < rounds; use++)
      tasks.push(...(await tasksDuring(browser, watched.page, () => usePage(watched.page))));
    return {
      heapsMb,
      longTasks: noted.flatMap(({ longTasks }) => longTasks),
      tasks,
      keys: noted.flatMap(({ keys }) => keys),
      transcriptsMs,
      seconds,
      daemon: stretch,
      standstillMs,
      counting,
    };
  });
}

const shareOver = (tasks: readonly number[]): number =>
  (tasks.filter((ms) => ms > GOALS.longTask.atMost).length * 100) / tasks.length;

function rowsOf(watched: Watched): Row[] {
  const { heapsMb, longTasks, tasks, keys, transcriptsMs, seconds, daemon, standstillMs, counting } = watched;
  const size = FULL.runs;
  const [first = Number.NaN, last = Number.NaN] = [heapsMb[0], heapsMb.at(-1)];
  const over = longTasks.filter((ms) => ms > GOALS.longTask.atMost).length;
  const longest = Math.max(0, ...longTasks);
  return [
    alone('most work in one task of the page, ms', Math.max(0, ...tasks.map(({ workedMs }) => workedMs)), {
      size,
      goal: GOALS.longTask,
    }),
    alone('longest task, waiting for a processor included, ms', longest, {
      size,
      peer: beside('50 ms of counting', Math.max(0, ...counting), longest),
    }),
    alone('of 50 ms of counting, more than 100 ms, %', shareOver(counting), { size }),
    alone('longest standstill of the machine before anything ran, ms', standstillMs),
    alone('tasks of 50 ms and more, waiting included, a minute', (longTasks.length / seconds) * 60, { size }),
    alone('tasks of more than 100 ms, waiting included, a minute', (over / seconds) * 60, { size }),
    alone('key to frame, p50 ms', percentile(keys, 0.5), { size }),
    alone('key to frame, p99 ms', percentile(keys, 0.99), { size }),
    alone('click to the transcript of a talking agent, first ms', transcriptsMs[0] ?? Number.NaN, { size }),
    alone('click to the transcript of a talking agent, last ms', transcriptsMs.at(-1) ?? Number.NaN, {
      size,
    }),
    alone(`page's heap after ${Math.round(seconds)} s, MB`, last, {
      size,
      peer: beside('first round', first, last),
      goal: GOALS.heap,
    }),
    alone('recorded, entries/s', daemon.entriesPerSecond, { size }),
    alone("daemon's processor, % of a core", daemon.processorPercent, { size }),
    alone('daemon, resident MB', daemon.rssMb, { size }),
  ];
}
