import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { describeMachine, loadNow } from '../machine.ts';
import { figure, table } from '../table.ts';
import { isMet, type MissionPart, type Row } from './part.ts';
import { radarPart } from './radar.ts';
import { trainPart } from './train.ts';

const RESULT = fileURLToPath(new URL('../results/mission.md', import.meta.url));
const PARTS: readonly MissionPart[] = [radarPart, trainPart];

interface Request {
  readonly part: string;
  readonly quick: boolean;
}

interface Measured extends Row {
  readonly part: string;
}

/** What missions cost beside the plain way: seeing collisions early, and merging in batches. */
export const missionBench: Bench = {
  async measure(request) {
    const { part, quick } = request as Request;
    const found = PARTS.find((each) => each.name === part);
    if (!found) throw new Error(`There is no part ${part}.`);
    return found.measure(quick);
  },
  run,
};

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const loadBefore = loadNow();
  const measured: Measured[] = [];
  for (const { name: part } of PARTS) {
    const began = performance.now();
    const rows = await measureApart<Row[]>('mission', { part, quick });
    measured.push(...rows.map((row) => ({ part, ...row })));
    console.error(`  ${part} was measured in ${Math.round((performance.now() - began) / 1000)} s`);
  }
  const machine = describeMachine(loadBefore);
  const missed = measured.filter((row) => isMet(row) === false);
  const lines = [
    `Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after, ${machine.date}.`,
    quick
      ? 'A quick look: small sizes.'
      : 'Every part in a fresh process, with real worktrees of a real repository.',
    'Absolute times are noise on a shared machine: read the ratios. Ours and the peer are taken in turns in the same run. All goals were set before anything was measured.',
    'A change touches one to three files of a chamber, one in ten of them a file that all chambers like to touch; a third of the changes are committed.',
    '',
    table(['part: figure', 'size', 'ours', 'peer', 'ours ÷ peer', 'goal', 'met'], measured.map(cells)),
    '',
    missed.length === 0 ? 'Every goal is met.' : `Goals missed: ${missed.length}.`,
  ];
  if (json) console.log(JSON.stringify({ machine, measured }, null, 2));
  else console.log(lines.join('\n'));
  if (save)
    writeFileSync(
      RESULT,
      `# Missions, measured\n\n\`npm run bench -- mission --save\` made this page.\n\n${lines.join('\n')}\n`,
    );
  if (missed.length > 0) process.exitCode = 1;
}

function cells(row: Measured): string[] {
  const { part, what, size, ours, peer, goal } = row;
  const met = isMet(row);
  return [
    `${part}: ${what}`,
    figure(size),
    figure(ours),
    peer === null ? '' : `${peer.name} ${figure(peer.value)}`,
    peer === null ? '' : figure(ours / peer.value),
    goal === null ? '' : 'atMost' in goal ? `≤ ${figure(goal.atMost)}` : `≥ ${figure(goal.atLeast)}`,
    met === null ? '' : met ? 'yes' : 'NO',
  ];
}
