import { memoryNow } from '../memory.ts';
import { percentile } from '../statistics.ts';
import { type Contestant, load, type Play } from './contestants.ts';

export interface Times {
  readonly importMs: number;
  /** Milliseconds of a run with one tool call, and with ten: the middle one. */
  readonly one: number;
  readonly ten: number;
  /** Runs with one tool call a second, fifty at once. */
  readonly perSecond: number;
}

export interface Held {
  /** MB after so many runs with one tool call: the same work for all, however fast they are. */
  readonly rssMb: number;
}

interface Request {
  readonly name: Contestant;
  readonly folder: string;
  /** Null: what it holds is measured, in a process of its own, since collecting everything throws compiled code away. */
  readonly seconds: number | null;
}

const RUNS_BEFORE_MEMORY = 1_000;
const AT_ONCE = 50;

/** One contestant, in a process of its own. */
export async function measure({ name, folder, seconds }: Request): Promise<Times | Held> {
  const from = performance.now();
  const play = await load(name, folder);
  const importMs = performance.now() - from;
  return seconds === null ? hold(play) : { importMs, ...(await time(play, seconds)) };
}

async function hold(play: Play): Promise<Held> {
  for (let run = 0; run < RUNS_BEFORE_MEMORY; run++) await play(1);
  return { rssMb: memoryNow().rssMb };
}

/** Each is measured when it has been warm for as long as it is measured. */
async function time(play: Play, seconds: number): Promise<Omit<Times, 'importMs'>> {
  await sequence(play, 1, seconds);
  const one = percentile(await sequence(play, 1, seconds), 0.5);
  await sequence(play, 10, seconds / 2);
  const ten = percentile(await sequence(play, 10, seconds), 0.5);
  await crowd(play, seconds / 2);
  return { one, ten, perSecond: await crowd(play, seconds) };
}

async function sequence(play: Play, calls: number, seconds: number): Promise<readonly number[]> {
  const taken: number[] = [];
  let before = (await play(calls)).made;
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const from = performance.now();
    const { text, made } = await play(calls);
    taken.push(performance.now() - from);
    // Nothing is measured that was not done.
    if (text !== 'done' || made !== before + calls)
      throw new Error(`It said ${text} after ${made - before} calls.`);
    before = made;
  }
  return taken;
}

async function crowd(play: Play, seconds: number): Promise<number> {
  const from = performance.now();
  const until = from + seconds * 1000;
  let runs = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < until) {
      const { text } = await play(1);
      if (text !== 'done') throw new Error(`It said ${text}.`);
      runs += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return runs / ((performance.now() - from) / 1000);
}
