import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions } from '../bench.ts';
import { measureApart } from '../fresh-process.ts';
import { describeMachine, loadNow } from '../machine.ts';
import { medians } from '../statistics.ts';
import { figure, table } from '../table.ts';
import { CONTESTANTS, type Contestant } from './contestants.ts';
import { type Held, measure, type Times } from './measure.ts';

const RESULT = fileURLToPath(new URL('../results/runtime.md', import.meta.url));

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** The runtime beside a bare loop, the AI SDK, OpenAI Agents, LangGraph.js and Mastra, in one run (R19). */
export const runtimeBench: Bench = {
  measure: (request) => measure(request as Parameters<typeof measure>[0]),
  run,
};

/** `firstImportMs`: with nothing compiled yet. */
type Measured = Times & Held;
type Figures = ReadonlyMap<Contestant, Measured & { readonly firstImportMs: number }>;

interface Goal {
  readonly says: string;
  readonly met: boolean;
}

async function run({ quick, json, save }: BenchOptions): Promise<void> {
  const { installPeers, PEERS } = (await import('../../scripts/peers.mjs' as string)) as {
    installPeers(): string;
    readonly PEERS: Readonly<Record<string, string>>;
  };
  const folder = installPeers();
  const loadBefore = loadNow();
  const figures = await measureAll(folder, quick ? { rounds: 1, seconds: 0.5 } : { rounds: 5, seconds: 1.5 });
  const machine = describeMachine(loadBefore);
  const goals = judge(figures);
  const versions = Object.entries(PEERS).map(([name, version]) => `${name} ${version}`);
  const lines = [
    `${machine.date} UTC, Node ${machine.node}, ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')} before and ${machine.loadAfter.join(' ')} after.`,
    '',
    `A model that takes no time wishes for one tool after another, then answers. Each figure is taken in a fresh process; medians of ${quick ? 1 : 5} rounds in which all take turns, with Node's compile cache as the symphony command has it (the first import is without). Resident is what is held after a thousand runs with one call. Ours with input checks, conversation, the provider adapter and the journal on disk; the others as they come, without a record. ${versions.join(', ')}.`,
    '',
    tableOf(figures),
    '',
    ...goals.map(({ says, met }) => `${met ? '✓' : '✗'} ${says}`),
  ];
  if (json) console.log(JSON.stringify({ machine, figures: Object.fromEntries(figures), goals }, null, 2));
  else console.log(lines.join('\n'));
  if (save) writeFileSync(RESULT, asPage(lines));
  if (goals.some(({ met }) => !met)) process.exitCode = 1;
}

async function measureAll(
  folder: string,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Figures> {
  // As the `symphony` command does it, and for all alike: what was compiled once is not compiled with every start.
  process.env.NODE_COMPILE_CACHE = mkdtempSync(join(tmpdir(), 'symphony-bench-cache-'));
  const taken = new Map<Contestant, Measured[]>(CONTESTANTS.map((name) => [name, []]));
  const first = new Map<Contestant, number>();
  for (const name of CONTESTANTS) {
    console.error(`  first start: ${name} …`);
    const { importMs } = await measureApart<Times>('runtime', { name, folder, seconds: 0.1 }, CHILD);
    first.set(name, importMs);
  }
  for (let round = 1; round <= rounds; round++)
    for (const name of CONTESTANTS) {
      console.error(`  round ${round}: ${name} …`);
      const held = await measureApart<Held>('runtime', { name, folder, seconds: null }, CHILD);
      const times = await measureApart<Times>('runtime', { name, folder, seconds }, CHILD);
      taken.get(name)?.push({ ...held, ...times });
    }
  return new Map(
    [...taken].map(([name, all]) => [
      name,
      { ...medians(all), firstImportMs: first.get(name) ?? Number.NaN },
    ]),
  );
}

const tableOf = (figures: Figures): string =>
  table(
    ['', 'ms, 1 call', 'ms, 10 calls', 'runs/s, 50 at once', 'resident MB', 'import ms', 'first import ms'],
    [...figures].map(([name, { one, ten, perSecond, rssMb, importMs, firstImportMs }]) => [
      name,
      ...[one, ten, perSecond, rssMb].map(figure),
      ...(name.startsWith('bare') ? ['–', '–'] : [importMs, firstImportMs].map(figure)),
    ]),
  );

function judge(figures: Figures): readonly Goal[] {
  const ours = figures.get('Symphony') as Measured;
  const sdk = figures.get('AI SDK generateText') as Measured;
  const goal = (what: string, value: number, most: number, unit: string): Goal => ({
    says: `${what}: ${figure(value)} ${unit} (at most ${figure(most)})`,
    met: value <= most,
  });
  const least = (what: string, value: number, bound: number, unit: string): Goal => ({
    says: `${what}: ${figure(value)} ${unit} (at least ${figure(bound)})`,
    met: value >= bound,
  });
  return [
    goal('one call, against the AI SDK', ours.one, sdk.one, 'ms'),
    goal('ten calls, against the AI SDK', ours.ten, sdk.ten, 'ms'),
    least('fifty at once, against the AI SDK', ours.perSecond, sdk.perSecond, 'runs/s'),
    goal('a run with one call', ours.one, 0.3, 'ms'),
    goal('a step', (ours.ten - ours.one) / 9, 0.15, 'ms'),
    least('fifty at once', ours.perSecond, 3000, 'runs/s'),
    goal('resident', ours.rssMb, 90, 'MB'),
    goal('import', ours.importMs, 150, 'ms'),
  ];
}

const asPage = (lines: readonly string[]): string =>
  `# The runtime, measured\n\n\`npm run bench -- runtime --save\` writes this page.\n\n${lines
    .map((line) => (/^[✓✗]/.test(line) ? `- ${line}` : line))
    .join('\n')}\n`;
