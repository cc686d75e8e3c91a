import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { describeMachine, loadNow } from '../machine.ts';
import { route, serialise } from './in-process.ts';
import { sendMillion } from './million.ts';
import { type Figures, goalLines, inProcessTable, judge, talkTable } from './report.ts';
import { type TalkRequest, talk } from './talk.ts';

const RESULT = fileURLToPath(new URL('../results/bus.md', import.meta.url));

const MEASUREMENTS = { talk, million: sendMillion, routing: route, serialise } as const;
type Name = keyof typeof MEASUREMENTS;

interface Plan {
  readonly rounds: number;
  readonly talks: readonly Omit<TalkRequest, 'rounds'>[];
  readonly messages: number;
}

const FULL: Plan = {
  rounds: 9,
  talks: [
    { cores: 1, bytes: 100, trips: 5_000, pipelined: 40_000 },
    { cores: 2, bytes: 100, trips: 5_000, pipelined: 40_000 },
    { cores: 2, bytes: 1_000, trips: 2_000, pipelined: 20_000 },
    { cores: 2, bytes: 64_000, trips: 500, pipelined: 1_000 },
  ],
  messages: 1_000_000,
};

const QUICK: Plan = {
  rounds: 5,
  talks: [
    { cores: 1, bytes: 100, trips: 2_000, pipelined: 8_000 },
    { cores: 2, bytes: 100, trips: 2_000, pipelined: 8_000 },
    { cores: 2, bytes: 1_000, trips: 300, pipelined: 3_000 },
    { cores: 2, bytes: 64_000, trips: 100, pipelined: 200 },
  ],
  messages: 100_000,
};

/** The bus beside a bare echo and vscode-jsonrpc, between two processes, in one run (B3). */
export const busBench: Bench = {
  async measure(request) {
    const { name, of } = request as { readonly name: Name; readonly of: never };
    return MEASUREMENTS[name](of);
  },
  run,
};

type Result<N extends Name> = Awaited<ReturnType<(typeof MEASUREMENTS)[N]>>;

async function ask<N extends Name>(name: N, of: Parameters<(typeof MEASUREMENTS)[N]>[0]): Promise<Result<N>> {
  console.error(`  ${name} ${JSON.stringify(of)} …`);
  return measureApart<Result<N>>('bus', { name, of });
}

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const loadBefore = loadNow();
  const figures = await measureAll(quick ? QUICK : FULL);
  const machine = describeMachine(loadBefore);
  const goals = judge(figures);
  const lines = [
    `${machine.date} UTC, Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after.`,
    '',
    'Two processes; floor, ours and vscode-jsonrpc take turns in small blocks, each with its own other process. Medians of rounds; ratios are medians of each round’s own.',
    figures.talks.every(({ result }) => result.pinned)
      ? 'The two ends are kept on one core, or each on its own, as the table says.'
      : 'The two ends could not be kept on their cores: which of the three shares one is the scheduler’s luck.',
    '',
    talkTable(figures),
    '',
    inProcessTable(figures),
    '',
    ...goalLines(goals),
  ];
  if (json) console.log(JSON.stringify({ machine, ...figures, goals }, null, 2));
  else console.log(lines.join('\n'));
  if (save) writeFileSync(RESULT, asPage(lines));
  if (goals.some(({ met }) => !met)) process.exitCode = 1;
}

async function measureAll({ rounds, talks, messages }: Plan): Promise<Figures> {
  const talked: Figures['talks'][number][] = [];
  for (const each of talks) {
    const { bytes, cores } = each;
    talked.push({ bytes, cores, result: await ask('talk', { rounds, ...each }) });
  }
  const million = { messages, result: await ask('million', { messages }) };
  const routing: Figures['routing'][number][] = [];
  for (const handlers of [1, 1_000]) routing.push({ handlers, result: await ask('routing', { handlers }) });
  const written: Figures['serialise'][number][] = [];
  for (const bytes of [100, 1_000, 64_000])
    written.push({ bytes, results: await ask('serialise', { bytes }) });
  return { talks: talked, million, routing, serialise: written };
}

const asPage = (lines: readonly string[]): string =>
  `# The bus, measured\n\n\`npm run bench -- bus --save\` writes this page.\n\n${lines
    .map((line) => (/^[✓✗]/.test(line) ? `- ${line}` : line))
    .join('\n')}\n`;
