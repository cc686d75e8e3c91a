import { openSandbox } from '@symphony/adapters/sandbox';
import { percentile } from '../statistics.ts';
import { GOALS } from './goals.ts';
import type { AgentsPart, Ask, Goal, Row } from './part.ts';
import { type Play, playTurn, type TurnRequest, type TurnTimes, type Way } from './played-turn.ts';
import { bringPrograms } from './programs.ts';

type Agent = TurnRequest['agent'];

const AGENTS: readonly Agent[] = ['claude', 'codex'];
const PLAYS: readonly Play[] = ['text', 'commit'];
const ROUNDS = 7;

/** What is told of each play. The start is the same for both, so it is told of one. */
const FIGURES: readonly (readonly [play: Play, figure: keyof TurnTimes, what: string])[] = [
  ['text', 'askedMs', 'start to first model request'],
  ['text', 'endedMs', 'text-only turn'],
  ['text', 'goneMs', 'text-only turn until its process is gone'],
  ['commit', 'endedMs', 'commit turn'],
];

interface Comparison {
  readonly way: Exclude<Way, 'bare'>;
  readonly beside: Way;
  readonly goal: Goal | null;
}

/** The last one tells how much of the first is the adapter's own, and how much the mode it needs. */
const COMPARISONS: readonly Comparison[] = [
  { way: 'adapter', beside: 'bare', goal: GOALS.adapter },
  { way: 'sandbox', beside: 'bare', goal: GOALS.sandbox },
  { way: 'adapter', beside: 'two-way', goal: null },
];

/** How much later a turn begins and ends because Symphony stands between. */
export const startUpPart: AgentsPart = {
  name: 'start-up',
  measure: (request) => playTurn(request as TurnRequest),
  async rows(ask, quick) {
    const programs = await bringPrograms(AGENTS);
    if (typeof programs === 'string') {
      console.error(`  start-up is left out: ${programs}`);
      return [];
    }
    const ways = await waysHere();
    const rows: Row[] = [];
    for (const agent of AGENTS) {
      const rounds: Round[] = [];
      for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
        rounds.push(await playRound(ask, agent, programs[agent], ways));
      rows.push(...rowsOf(agent, rounds, ways));
    }
    return rows;
  },
};

async function waysHere(): Promise<readonly Way[]> {
  const { processes, detail } = await openSandbox().examine();
  if (processes) return ['bare', 'two-way', 'adapter', 'sandbox'];
  console.error(`  the sandbox is left out: ${detail}`);
  return ['bare', 'two-way', 'adapter'];
}

type Round = Readonly<Record<string, TurnTimes>>;

const keyOf = (play: Play, way: Way): string => `${play} ${way}`;

/** Spoken to by hand, nobody answers what is asked for: that way there is only talk. */
const isPlayed = (play: Play, way: Way): boolean => play === 'text' || way !== 'two-way';

/** Every way once, one after another: what the machine does meanwhile meets them all. */
async function playRound(ask: Ask, agent: Agent, program: string, ways: readonly Way[]): Promise<Round> {
  const times: Record<string, TurnTimes> = {};
  for (const play of PLAYS)
    for (const way of ways.filter((each) => isPlayed(play, each))) {
      const request: TurnRequest = { agent, program, way, play };
      times[keyOf(play, way)] = await ask<TurnTimes>(request);
    }
  return times;
}

function rowsOf(agent: Agent, rounds: readonly Round[], ways: readonly Way[]): Row[] {
  const here = COMPARISONS.filter(({ way }) => ways.includes(way));
  return FIGURES.flatMap(([play, figure, what]) =>
    here
      .filter(({ beside }) => isPlayed(play, beside))
      .map(({ way, beside, goal }): Row => {
        const taken = (each: Way) => rounds.map((round) => round[keyOf(play, each)]?.[figure] ?? Number.NaN);
        const [ours, theirs] = [taken(way), taken(beside)];
        const ratios = ours.map((ms, at) => ms / (theirs[at] ?? Number.NaN));
        return {
          what: `${agent} by the ${way}, ${what}, ms`,
          size: null,
          ours: percentile(ours, 0.5),
          // Of each round its own: the load changes from one to the next.
          peer: { name: beside, value: percentile(theirs, 0.5), ratio: percentile(ratios, 0.5) },
          goal,
        };
      }),
  );
}
