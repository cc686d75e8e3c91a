import { execFileSync } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { constants, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { medians } from '../statistics.ts';
import { GOALS } from './goals.ts';
import { type AgentsPart, alone, type Row } from './part.ts';
import { openPlayedBoard } from './played-board.ts';

interface ThrongRequest {
  readonly runs: number;
}

interface Throng {
  /** Until every agent is in its turn. */
  readonly gatheredMs: number;
  /** From there, when all go on at once, until everything is merged. */
  readonly mergedMs: number;
  /** Processor time of the conductor, without that of the processes it starts. */
  readonly processorMs: number;
  /** Agents, git and checks; starting one holds the conductor up. */
  readonly processes: number;
  readonly mergedShare: number;
}

const ROUNDS = 3;

/** Many agents at once from the board to the target, and how the cost of one grows with their number. */
export const throngPart: AgentsPart = {
  name: 'throng',
  measure: (request) => playThrong(request as ThrongRequest),
  async rows(ask, quick) {
    const rows: Row[] = [];
    let least: { readonly size: number; readonly found: Throng } | null = null;
    for (const runs of quick ? [5, 10] : [10, 30, 100]) {
      const found: Throng[] = [];
      for (let round = 0; round < (quick ? 1 : ROUNDS); round++) found.push(await ask<Throng>({ runs }));
      const middle = medians(found);
      least ??= { size: runs, found: middle };
      rows.push(...rowsOf(runs, middle, least));
    }
    return rows;
  },
};

/** All of them wait at one gate for the last, so that they really are there at the same time. */
async function playThrong({ runs }: ThrongRequest): Promise<Throng> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  const gate = join(folder, 'gate');
  execFileSync('mkfifo', [gate]);
  let processes = 0;
  subscribe('child_process', () => {
    processes += 1;
  });
  try {
    const [began, processor] = [performance.now(), process.cpuUsage()];
    const board = await openPlayedBoard({
      playing: runs,
      waiting: 0,
      script: (number) => [
        // Waits until somebody opens the other end.
        `run: ${JSON.stringify(`: < '${gate}'`)}`,
        `write: ${JSON.stringify({ path: `work/${number}.txt`, text: `the work of item ${number}\n` })}`,
        `commit: Do the work of item ${number}`,
      ],
    });
    try {
      await board.allInTurn;
      const gathered = performance.now();
      const opened = await open(gate, constants.O_RDWR); // and stays open for who comes late
      const { code, reason } = await board.orchestra.finished;
      const ended = performance.now();
      await opened.close();
      const { user, system } = process.cpuUsage(processor);
      if (code !== 0) console.error(`  ${runs} runs: ${reason}`);
      return {
        gatheredMs: gathered - began,
        mergedMs: ended - gathered,
        processorMs: (user + system) / 1000,
        processes,
        mergedShare: board.merged() / runs,
      };
    } finally {
      await board.remove();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(size: number, found: Throng, least: { size: number; found: Throng }): Row[] {
  const grown = (what: string, of: (throng: Throng) => number): Row => {
    const [ours, before] = [of(found) / size, of(least.found) / least.size];
    const peer = { name: `with ${least.size}`, value: before, ratio: ours / before };
    return alone(what, ours, { size, peer: size === least.size ? null : peer });
  };
  return [
    alone('share of the runs that ended merged', found.mergedShare, { size, goal: GOALS.merged }),
    alone('from the start until all are in their turn, s', found.gatheredMs / 1000, { size }),
    alone('from there until all are merged, s', found.mergedMs / 1000, { size }),
    grown('wall time for each run, ms', ({ gatheredMs, mergedMs }) => gatheredMs + mergedMs),
    grown('processor time of the conductor for each run, ms', ({ processorMs }) => processorMs),
    grown('processes the conductor starts for each run', ({ processes }) => processes),
  ];
}
