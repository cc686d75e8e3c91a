import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { describeMachine, loadNow } from '../machine.ts';
import { figure, table } from '../table.ts';
import { arbitrationPart } from './arbitration.ts';
import { artifactsPart } from './artifacts.ts';
import { dagPart } from './dag.ts';
import type { PitPart, Row } from './part.ts';
import { poolPart } from './pool.ts';
import { stalePart } from './stale.ts';

const RESULT = fileURLToPath(new URL('../results/pit.md', import.meta.url));
const PARTS: readonly PitPart[] = [poolPart, dagPart, artifactsPart, arbitrationPart, stalePart];

interface Request {
  readonly part: string;
  readonly size: number;
}

interface Measured extends Request {
  readonly row: Row;
}

/** Every promise of P1–P5 in one table: goal, ours, and a peer where there is one. */
export const pitBench: Bench = {
  async measure(request) {
    const { part, size } = request as Request;
    const found = PARTS.find((each) => each.name === part);
    if (!found) throw new Error(`There is no part ${part}.`);
    return found.measure(size);
  },
  run,
};

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const loadBefore = loadNow();
  const measured: Measured[] = [];
  for (const part of PARTS)
    for (const size of part.sizes(quick)) {
      process.stderr.write(`${part.name} ${size} …\n`);
      const rows = await measureApart<Row[]>('pit', { part: part.name, size });
      measured.push(...rows.map((row) => ({ part: part.name, size, row })));
    }
  const machine = describeMachine(loadBefore);
  const missed = measured.filter(({ row }) => isMet(row) === false);
  const verdict = missed.length === 0 ? 'Every goal is met.' : `Goals missed: ${missed.length}.`;
  const lines = [
    `Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after, ${machine.date}.`,
    '',
    table(['service: figure', 'size', 'goal', 'ours', 'met', 'peer', 'ours ÷ peer'], measured.map(cells)),
    '',
    verdict,
  ];
  if (json) console.log(JSON.stringify({ machine, measured }, null, 2));
  else console.log(lines.join('\n'));
  if (save)
    writeFileSync(
      RESULT,
      `# The pit, measured\n\n\`npm run bench -- pit --save\` made this page.\n\n${lines.join('\n')}\n`,
    );
  if (missed.length > 0) process.exitCode = 1;
}

function isMet({ ours, goal }: Row): boolean | null {
  if (goal === null) return null;
  return 'atMost' in goal ? ours <= goal.atMost : ours >= goal.atLeast;
}

function cells({ part, size, row }: Measured): string[] {
  const { what, ours, goal, peer } = row;
  const met = isMet(row);
  return [
    `${part}: ${what}`,
    figure(size),
    goal === null ? '' : 'atMost' in goal ? `≤ ${figure(goal.atMost)}` : `≥ ${figure(goal.atLeast)}`,
    figure(ours),
    met === null ? '' : met ? 'yes' : 'NO',
    peer === null ? '' : `${peer.name} ${figure(peer.value)}`,
    peer === null ? '' : figure(ours / peer.value),
  ];
}
