import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { describeMachine, loadNow } from '../machine.ts';
import { figure, table } from '../table.ts';
import { measureCosts } from './costs.ts';
import { measureIntents } from './intents.ts';
import { isMet, type Row } from './part.ts';

const RESULT = fileURLToPath(new URL('../results/router.md', import.meta.url));
const PARTS: Readonly<Record<string, (quick: boolean) => Promise<Row[]>>> = {
  intents: measureIntents,
  costs: measureCosts,
};

/** How well requests are routed without a model, on public data nothing was tuned to. */
export const routerBench: Bench = {
  async measure(request) {
    const { part, quick } = request as { part: string; quick: boolean };
    const measure = PARTS[part];
    if (!measure) throw new Error(`There is no part ${part}.`);
    return measure(quick);
  },
  run,
};

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const loadBefore = loadNow();
  const measured: Row[] = [];
  for (const part of Object.keys(PARTS))
    measured.push(...(await measureApart<Row[]>('router', { part, quick })));
  const machine = describeMachine(loadBefore);
  const missed = measured.filter((row) => isMet(row) === false);
  const lines = [
    `Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after, ${machine.date}.`,
    'Learned from the training examples of CLINC150 alone, asked the test set; the fast band begins where the trial on held-back training examples promises at most 5 % errors. Goals are those of the issue; rows without a goal show other splits with the same code and no change. Other sets are not part of the project; of each, one example in five is kept back and asked, and what is foreign to it are the foreign requests of CLINC150.',
    'Weak and strong are stored answers of Mixtral-8x7B and GPT-4 to GSM8K; five parts by hash, each routed by what the other four taught. Random is the mean of fifty draws.',
    '',
    table(['set', 'figure', 'ours', 'beside', 'goal', 'met'], measured.map(cells)),
    '',
    missed.length === 0 ? 'Every goal is met.' : `Goals missed: ${missed.length}.`,
  ];
  if (json) console.log(JSON.stringify({ machine, measured }, null, 2));
  else console.log(lines.join('\n'));
  if (save)
    writeFileSync(
      RESULT,
      `# The router, measured\n\n\`npm run bench -- router --save\` made this page.\n\n${lines.join('\n')}\n`,
    );
  if (missed.length > 0) process.exitCode = 1;
}

function cells(row: Row): string[] {
  const { set, what, ours, beside, goal } = row;
  const met = isMet(row);
  return [
    set,
    what,
    figure(ours),
    Object.entries(beside)
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(', '),
    goal === null ? '' : 'atMost' in goal ? `≤ ${figure(goal.atMost)}` : `≥ ${figure(goal.atLeast)}`,
    met === null ? '' : met ? 'yes' : 'NO',
  ];
}
