import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { describeMachine, loadNow } from '../machine.ts';
import { judge } from './goals.ts';
import { ask, take } from './measurement.ts';
import type { BoardResult } from './real-board.ts';
import { goalLines, machineLines, sizeTable } from './report.ts';
import { measureSize, type Size, type SizeFigures } from './sizes.ts';

const RESULT = fileURLToPath(new URL('../results/conductor.md', import.meta.url));

export interface BoardFigures extends BoardResult {
  readonly items: number;
}

export interface Figures {
  readonly sizes: readonly SizeFigures[];
  readonly boards: readonly BoardFigures[];
}

interface Plan {
  readonly rounds: number;
  readonly sizes: readonly Omit<Size, 'rounds'>[];
  /** The same items with so much said about them that the log gets long. Played once; null: left out. */
  readonly long: Omit<Size, 'rounds' | 'newcomers'> | null;
  readonly boards: readonly { readonly items: number; readonly windowMs: number }[];
}

/** The poll comes every 30 s: the windows hold two of them and one. */
const FULL: Plan = {
  rounds: 3,
  sizes: [
    { items: 100, reports: 16, newcomers: 100 },
    { items: 1_000, reports: 16, newcomers: 100 },
    { items: 10_000, reports: 16, newcomers: 50 },
  ],
  long: { items: 10_000, reports: 70 },
  boards: [
    { items: 1_000, windowMs: 60_000 },
    { items: 10_000, windowMs: 30_000 },
  ],
};

const QUICK: Plan = {
  rounds: 1,
  sizes: [
    { items: 100, reports: 16, newcomers: 30 },
    { items: 1_000, reports: 16, newcomers: 30 },
  ],
  long: null,
  boards: [{ items: 1_000, windowMs: 30_000 }],
};

export const conductorBench: Bench = { measure: (request) => take(request as never), run };

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const plan = quick ? QUICK : FULL;
  const loadBefore = loadNow();
  const figures = await measureAll(plan);
  const machine = describeMachine(loadBefore);
  const goals = judge(figures);
  const lines = [...machineLines(machine, plan.rounds), '', sizeTable(figures), '', ...goalLines(goals)];
  if (json) console.log(JSON.stringify({ machine, ...figures, goals }, null, 2));
  else console.log(lines.join('\n'));
  if (save) writeFileSync(RESULT, asPage(lines));
}

async function measureAll({ rounds, sizes, long, boards }: Plan): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  try {
    const measured: SizeFigures[] = [];
    for (const size of sizes) measured.push(await told(size.items, measureSize(folder, { ...size, rounds })));
    if (long)
      measured.push(await told(long.items, measureSize(folder, { ...long, rounds: 1, newcomers: 0 })));
    return { sizes: measured, boards: await measureBoards(boards) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processor time and memory of another process are read from `/proc`. */
async function measureBoards(boards: Plan['boards']): Promise<readonly BoardFigures[]> {
  if (process.platform !== 'linux') {
    console.error('The real boards are left out: only Linux tells a process’s time and memory in /proc.');
    return [];
  }
  const measured: BoardFigures[] = [];
  for (const board of boards)
    measured.push({ items: board.items, ...(await told(board.items, ask('board', board))) });
  return measured;
}

/** Says on stderr how far it is: a full run takes minutes. */
async function told<T>(items: number, measuring: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await measuring;
  console.error(`  measured ${items} items in ${Math.round((performance.now() - began) / 1000)} s`);
  return result;
}

function asPage(lines: readonly string[]): string {
  const [machine, ...rest] = lines;
  const paragraphs = rest.map((line) => (/^[✓✗·]/.test(line) ? `- ${line}` : line));
  return `# The conductor, measured\n\n\`npm run bench -- conductor --save\` writes this page.\n\n${machine}\n\n${paragraphs.join('\n')}\n`;
}
