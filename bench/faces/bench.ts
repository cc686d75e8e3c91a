import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMet, type Row } from '../agents/part.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { describeMachine, loadNow, type Machine } from '../machine.ts';
import { figure, table } from '../table.ts';
import { buildAssets } from './assets.ts';
import { bundlePart } from './bundle.ts';
import { crowdPart } from './crowd.ts';
import { harmonyPart } from './harmony.ts';
import { paintPart } from './paint.ts';
import type { FacesPart } from './part.ts';
import { rivalsPart } from './rivals.ts';
import { watchPart } from './watch.ts';

const RESULT = fileURLToPath(new URL('../results/faces.md', import.meta.url));
const PARTS: readonly FacesPart[] = [bundlePart, paintPart, crowdPart, rivalsPart, harmonyPart, watchPart];

interface Request {
  readonly part: string;
  readonly of: unknown;
}

interface Measured extends Row {
  readonly part: string;
}

/** What it costs to look on: in the browser, in the daemon, and on the way between them. */
export const facesBench: Bench = {
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
  const assets = await buildAssets();
  const measured: Measured[] = [];
  try {
    for (const { name: part, rows } of PARTS) {
      const began = performance.now();
      const found = await rows((of) => measureApart('faces', { part, of }), { quick, assets: assets.folder });
      measured.push(...found.map((row) => ({ part, ...row })));
      console.error(`  ${part} was measured in ${Math.round((performance.now() - began) / 1000)} s`);
    }
  } finally {
    assets.remove();
  }
  const machine = describeMachine(loadBefore);
  const lines = linesOf(machine, measured, quick);
  if (json) console.log(JSON.stringify({ machine, measured }, null, 2));
  else console.log(lines.join('\n'));
  if (save)
    writeFileSync(
      RESULT,
      `# Faces, measured\n\n\`npm run bench -- faces --save\` made this page.\n\n${lines.join('\n')}\n`,
    );
  if (measured.some((row) => isMet(row) === false)) process.exitCode = 1;
}

function linesOf(machine: Machine, measured: readonly Measured[], quick: boolean): readonly string[] {
  const missed = measured.filter((row) => isMet(row) === false);
  return [
    `Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after, ${machine.date}.`,
    quick
      ? 'A quick look: short times, few sizes.'
      : 'Every measurement has a process, a daemon and a browser of its own.',
    'The daemon is the real one (conductor, log, streams, HTTP); its agents are stand-ins inside it that say 50 things a second each, and what they cost is counted as its own. The browser is headless Chromium without a graphics card on the same cores: what it takes the daemon does not have.',
    'Absolute times are noise on a shared machine: read the ratios. `every entry` is a page that is told every entry as an event; `React Flow` is that library as its documentation begins, drawing all of the graph in places given to it; the Harmony Board, which is built on it, finds the places and draws more than 1,500 nodes in groups. All goals were set before anything was measured.',
    "A page that is held up for 100 ms is felt. Of a long task, its work is the page's own; how long it waited for a processor meanwhile is the machine's. What that adds is shown by an empty page of the same browser that counts for 50 ms twice a second under the same load. The goal was first set for both together; since the machine alone stands still for tens of milliseconds, it is judged by the work, and both are shown.",
    '',
    table(['part: figure', 'agents', 'ours', 'peer', 'ours ÷ peer', 'goal', 'met'], measured.map(cells)),
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
