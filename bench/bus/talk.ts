import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../statistics.ts';
import { pin } from './pin.ts';
import { type ByKind, KINDS, type Kind, type Speaker, speak, startServer } from './speaker.ts';

export interface TalkRequest {
  /** Both ends on one core, or each on its own: the system's part of a round trip differs by far. */
  readonly cores: 1 | 2;
  readonly bytes: number;
  readonly rounds: number;
  /** Round trips one after the other, per round and kind. */
  readonly trips: number;
  /** Messages sent without waiting, per round and kind. */
  readonly pipelined: number;
}

export interface TalkFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly perSecond: number;
}

export interface TalkResult {
  readonly figures: ByKind<TalkFigures>;
  /** Ours against each, the middle of the rounds' own ratios: whatever slowed a round slowed both. */
  readonly p50OverFloor: number;
  readonly p99OverFloor: number;
  readonly perSecondOverPeer: number;
  /** The ends were kept where they were asked to be. */
  readonly pinned: boolean;
}

/** So few that whatever else the machine does falls on all three alike. */
const BLOCK = 25;

/** The three ways beside each other: each its own other process, turn by turn in small blocks. */
export async function talk(request: TalkRequest): Promise<TalkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  const servers: ChildProcess[] = [];
  const speakers: [Kind, Speaker][] = [];
  let pinned = pin(process.pid, 0);
  try {
    for (const kind of KINDS) {
      const path = join(folder, 'run', `${kind}.sock`);
      const server = await startServer(kind, path);
      servers.push(server);
      pinned &&= pin(server.pid ?? 0, request.cores - 1);
      speakers.push([kind, await speak(kind, path)]);
    }
    await round(speakers, { ...request, rounds: 1 }); // warm up
    const rounds: ByKind<TalkFigures>[] = [];
    for (let n = 0; n < request.rounds; n += 1) rounds.push(await round(speakers, request));
    return { ...summary(rounds), pinned };
  } finally {
    for (const [, speaker] of speakers) speaker.close();
    for (const server of servers) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function round(
  speakers: readonly [Kind, Speaker][],
  { bytes, trips, pipelined }: TalkRequest,
): Promise<ByKind<TalkFigures>> {
  const params = { text: 'x'.repeat(bytes) };
  const times: Record<Kind, number[]> = { floor: [], ours: [], peer: [] };
  for (let done = 0; done < trips; done += BLOCK)
    for (const [kind, speaker] of speakers)
      for (let n = 0; n < BLOCK; n += 1) {
        const began = performance.now();
        await speaker.ask(params);
        times[kind].push(performance.now() - began);
      }
  const seconds: Record<Kind, number> = { floor: 0, ours: 0, peer: 0 };
  const batch = Math.max(1, Math.min(pipelined, Math.floor(4_000_000 / (bytes + 100))));
  for (let done = 0; done < pipelined; done += batch)
    for (const [kind, speaker] of speakers) {
      const began = performance.now();
      await Promise.all(Array.from({ length: batch }, () => speaker.ask(params)));
      seconds[kind] += (performance.now() - began) / 1000;
    }
  const sent = Math.ceil(pipelined / batch) * batch;
  return each((kind) => ({
    p50Ms: percentile(times[kind], 0.5),
    p99Ms: percentile(times[kind], 0.99),
    perSecond: sent / seconds[kind],
  }));
}

function summary(rounds: readonly ByKind<TalkFigures>[]): Omit<TalkResult, 'pinned'> {
  const middle = (value: (round: ByKind<TalkFigures>) => number) => percentile(rounds.map(value), 0.5);
  return {
    figures: each((kind) => ({
      p50Ms: middle((round) => round[kind].p50Ms),
      p99Ms: middle((round) => round[kind].p99Ms),
      perSecond: middle((round) => round[kind].perSecond),
    })),
    p50OverFloor: middle(({ ours, floor }) => ours.p50Ms / floor.p50Ms),
    p99OverFloor: middle(({ ours, floor }) => ours.p99Ms / floor.p99Ms),
    perSecondOverPeer: middle(({ ours, peer }) => ours.perSecond / peer.perSecond),
  };
}

const each = <T>(value: (kind: Kind) => T): ByKind<T> => ({
  floor: value('floor'),
  ours: value('ours'),
  peer: value('peer'),
});
