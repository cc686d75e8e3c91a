import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { describeMachine, loadNow, type Machine } from '../machine.ts';
import { figure, table } from '../table.ts';
import { eventsPart } from './events.ts';
import { memoryPart } from './memory.ts';
import { type AgentsPart, isMet, type Row } from './part.ts';
import { startUpPart } from './start-up.ts';
import { throngPart } from './throng.ts';

const RESULT = fileURLToPath(new URL('../results/agents.md', import.meta.url));
const PARTS: readonly AgentsPart[] = [startUpPart, eventsPart, memoryPart, throngPart];

interface Request {
  readonly part: string;
  readonly of: unknown;
}

interface Measured extends Row {
  readonly part: string;
}

/** What Symphony costs on top of the agents it runs: time, processor, memory. */
export const agentsBench: Bench = {
  async measure(request) {
    const { part, of } = request as Request;
    const found = PARTS.find((each) => each.name === part);
    if (!found) throw new Error(`There is no part ${part}.`);
    return found.measure(of);
  },
  run,
};

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const loadBefore = loadNow();
  const measured: Measured[] = [];
  for (const { name: part, rows } of PARTS) {
    const began = performance.now();
    const found = await rows((of) => measureApart('agents', { part, of }), quick);
    measured.push(...found.map((row) => ({ part, ...row })));
    console.error(`  ${part} was measured in ${Math.round((performance.now() - began) / 1000)} s`);
  }
  const machine = describeMachine(loadBefore);
  const lines = linesOf(machine, measured, quick);
  if (json) console.log(JSON.stringify({ machine, measured }, null, 2));
  else console.log(lines.join('\n'));
  if (save)
    writeFileSync(
      RESULT,
      `# Agents, measured\n\n\`npm run bench -- agents --save\` made this page.\n\n${lines.join('\n')}\n`,
    );
  if (measured.some((row) => isMet(row) === false)) process.exitCode = 1;
}

function linesOf(machine: Machine, measured: readonly Measured[], quick: boolean): readonly string[] {
  const missed = measured.filter((row) => isMet(row) === false);
  return [
    `Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after, ${machine.date}.`,
    quick ? 'A quick look: one round, small sizes.' : 'Middle values; every measurement in a fresh process.',
    'Absolute times are noise on a shared machine: read the ratios. Where a row has a peer, both were taken in turns in the same run, and the goal is for the ratio. All goals were set before anything was measured.',
    'Start-up is timed with the real programs and a scripted model: `bare` is `claude -p` and `codex exec` with one prompt, `two-way` the mode the adapters use, spoken to by hand. Memory is resident, after a full collection.',
    '',
    table(['part: figure', 'runs', 'ours', 'peer', 'ours ÷ peer', 'goal', 'met'], measured.map(cells)),
    '',
    missed.length === 0 ? 'Every goal is met.' : `Goals missed: ${missed.length}.`,
  ];
}

function cells(row: Measured): string[] {
  const { part, what, size, ours, peer, goal } = row;
  const met = isMet(row);
  return [
    `${part}: ${what}`,
    size === null ? '' : figure(size),
    figure(ours),
    peer === null ? '' : `${peer.name} ${figure(peer.value)}`,
    peer === null ? '' : figure(peer.ratio),
    goal === null ? '' : 'atMost' in goal ? `≤ ${figure(goal.atMost)}` : `≥ ${figure(goal.atLeast)}`,
    met === null ? '' : met ? 'yes' : 'NO',
  ];
}
