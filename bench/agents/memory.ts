import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { MemoryUse } from '../memory.ts';
import { medians } from '../statistics.ts';
import { type EnclosedMemory, type EnclosedRequest, encloseMany } from './enclosed-memory.ts';
import { GOALS } from './goals.ts';
import type { HeldRequest } from './held-runs.ts';
import { type AgentsPart, type Ask, alone, type Row } from './part.ts';

const ROUNDS = 3;
const run = promisify(execFile);
const HELD = fileURLToPath(new URL('./held-runs.ts', import.meta.url));

/** What a run in its turn costs the conductor, and its sandbox the machine, the agent itself not counted. */
export const memoryPart: AgentsPart = {
  name: 'memory',
  async measure(request) {
    const wanted = request as HeldRequest | EnclosedRequest;
    return 'items' in wanted ? holdRuns(wanted) : encloseMany(wanted);
  },
  async rows(ask, quick) {
    const sizes = quick ? [10] : [10, 50, 100];
    const items = Math.max(...sizes);
    const rounds = quick ? 1 : ROUNDS;
    const held = (runs: number) => askOften<MemoryUse>(ask, rounds, { runs, items });
    const idle = await held(0);
    const rows: Row[] = [alone('conductor without a run, MB', idle.rssMb, { size: 0 })];
    for (const size of sizes) rows.push(...heldRows(size, idle, await held(size), size === items));
    const request: EnclosedRequest = { runs: quick ? 3 : 20 };
    return [...rows, ...enclosedRows(request.runs, await askOften<EnclosedMemory>(ask, rounds, request))];
  },
};

async function askOften<T extends object>(ask: Ask, rounds: number, request: object): Promise<T> {
  const found: T[] = [];
  for (let round = 0; round < rounds; round++) found.push(await ask<T>(request));
  return medians(found);
}

async function holdRuns({ runs, items }: HeldRequest): Promise<MemoryUse> {
  // The second one is what `symphony` sets for itself.
  const flags = ['--expose-gc', '--semi-space-growth-factor=1', '--disable-warning=ExperimentalWarning'];
  const { stdout } = await run(process.execPath, [...flags, HELD, JSON.stringify({ runs, items })]);
  return JSON.parse(stdout);
}

/** Few runs are lost in what the heap grows by anyway: only the largest number is held against the goal. */
const heldRows = (size: number, idle: MemoryUse, held: MemoryUse, largest: boolean): Row[] => [
  alone('conductor, MB', held.rssMb, { size }),
  alone('conductor, MB more for each run', (held.rssMb - idle.rssMb) / size, {
    size,
    goal: largest ? GOALS.memory : null,
  }),
  alone('of it on the heap, MB', (held.heapMb - idle.heapMb) / size, { size }),
];

function enclosedRows(size: number, found: EnclosedMemory): Row[] {
  if (Number.isNaN(found.forwarderMb)) return [];
  return [
    alone('sandbox: forwarders, MB for each run, shared pages counted once', found.forwarderMb, { size }),
    alone('sandbox: bubblewrap, MB for each run, shared pages counted once', found.wallMb, { size }),
    alone('sandbox: all of its processes, resident MB for each run', found.residentMb, { size }),
    alone('sandbox: processes for each run', found.processes, { size }),
    alone('sandbox: conductor, MB more for each run', found.conductorMb, { size }),
  ];
}
