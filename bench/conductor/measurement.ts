import { measureApart } from '../fresh-process.ts';
import { medians } from '../statistics.ts';
import { type FloorRequest, type FloorResult, insertPlainly } from './floor.ts';
import { type NewcomerRequest, type NewcomerResult, welcomeNewcomers } from './newcomer.ts';
import { type PlayRequest, type PlayResult, playThrough } from './play-through.ts';
import { type BoardRequest, type BoardResult, watchIdle } from './real-board.ts';
import { type RestartRequest, type RestartResult, restart } from './restart.ts';

/** Everything that can be measured, by name: what is asked and what is found. */
interface Measurements {
  readonly play: readonly [PlayRequest, PlayResult];
  readonly floor: readonly [FloorRequest, FloorResult];
  readonly newcomer: readonly [NewcomerRequest, NewcomerResult];
  readonly restart: readonly [RestartRequest, RestartResult];
  readonly board: readonly [BoardRequest, BoardResult];
}

type Kind = keyof Measurements;

interface Asked<K extends Kind = Kind> {
  readonly kind: K;
  readonly of: Measurements[K][0];
}

const TAKE: { readonly [K in Kind]: (of: Measurements[K][0]) => unknown } = {
  play: playThrough,
  floor: insertPlainly,
  newcomer: welcomeNewcomers,
  restart,
  board: watchIdle,
};

/** In this process. The request comes from `ask` in the process that started this one. */
export async function take<K extends Kind>({ kind, of }: Asked<K>): Promise<unknown> {
  return TAKE[kind](of);
}

/** In a fresh process. */
export const ask = <K extends Kind>(kind: K, of: Measurements[K][0]): Promise<Measurements[K][1]> =>
  measureApart('conductor', { kind, of });

/** The middle of several fresh processes, one after another. */
export async function askOften<K extends Kind>(
  rounds: number,
  kind: K,
  of: Measurements[K][0],
): Promise<Measurements[K][1]> {
  const results: Measurements[K][1][] = [];
  for (let round = 0; round < rounds; round++) results.push(await ask(kind, of));
  return medians(results);
}
