import { globsOverlap } from '../glob-overlap.ts';
import { findCycle, graphOf, levels } from '../graph.ts';
import { PHASE_RULES, PHASES, type PhaseName } from './phase.ts';
import type { MissionPlan, Worker } from './plan.ts';

/** One thing wrong with a mission. `where` leads from its top to the place. */
export interface MissionProblem {
  readonly where: readonly (string | number)[];
  readonly sentence: string;
  readonly nextStep: string;
}

type Where = MissionProblem['where'];

/** Everything that is wrong with a mission. One without problems may be approved and played. */
export function checkMission(plan: MissionPlan): readonly MissionProblem[] {
  return [
    ...checkNames(plan),
    ...checkPhases(plan),
    ...plan.workers.flatMap((worker, at) => checkWorker(plan, worker, at)),
    ...checkScopes(plan),
    ...checkOrder(plan),
    ...checkLimits(plan),
  ];
}

/** What a mission may be called: it becomes a folder, a branch and part of its items' names. */
export const isMissionName = (name: string): boolean => SLUG.test(name) && name.length <= 40;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function checkNames({ name, title, request, criteria }: MissionPlan): MissionProblem[] {
  const found: MissionProblem[] = [];
  const complain = (where: Where, sentence: string, nextStep: string) =>
    found.push({ where, sentence, nextStep });
  if (!isMissionName(name))
    complain(
      ['name'],
      `\`${name}\` cannot be the name of a mission.`,
      'Use lower case letters, digits and single `-` between them, 40 at most.',
    );
  if (title.trim() === '') complain(['title'], 'The mission has no title.', 'Say in a few words what it is.');
  if (request.trim() === '') complain(['request'], 'Nothing is asked for.', 'Say what is wanted.');
  if (criteria.length === 0)
    complain(
      ['criteria'],
      'The mission does not say when it is done.',
      'Name a criterion, best with a command that checks it.',
    );
  criteria.forEach(({ text }, at) => {
    if (text.trim() === '') complain(['criteria', at], 'The criterion is empty.', 'Say what must hold.');
  });
  return found;
}

function checkPhases({ phases, workers }: MissionPlan): MissionProblem[] {
  if (phases.length === 0)
    return [
      {
        where: ['phases'],
        sentence: 'The mission has no phase.',
        nextStep: `Name some of ${PHASES.join(', ')}.`,
      },
    ];
  const found: MissionProblem[] = [];
  phases.forEach((phase, at) => {
    const before = phases[at - 1];
    if (before !== undefined && PHASES.indexOf(before) >= PHASES.indexOf(phase))
      found.push({
        where: ['phases', at],
        sentence: `${phase} cannot come after ${before}.`,
        nextStep: `Keep this order: ${PHASES.join(', ')}.`,
      });
    if (!workers.some((worker) => worker.phase === phase))
      found.push({
        where: ['phases', at],
        sentence: `Nobody works in the phase ${phase}.`,
        nextStep: 'Give it a worker, or leave the phase out.',
      });
  });
  return found;
}

function checkWorker(plan: MissionPlan, worker: Worker, at: number): MissionProblem[] {
  const found: MissionProblem[] = [];
  const complain = (key: string, sentence: string, nextStep: string) =>
    found.push({ where: ['workers', at, key], sentence, nextStep });
  const { id, phase, scope, needs, shares, title, task } = worker;
  if (!SLUG.test(id) || id.length > 40)
    complain('id', `\`${id}\` cannot be the name of a worker.`, 'Use lower case letters, digits and `-`.');
  if (plan.workers.findIndex((each) => each.id === id) !== at)
    complain('id', `There are two workers called ${id}.`, 'Give each a name of its own.');
  if (title.trim() === '' && task.trim() === '')
    complain('task', `${id} is given nothing to do.`, 'Describe its task.');
  if (!plan.phases.includes(phase))
    complain('phase', `${id} works in ${phase}, which this mission leaves out.`, 'Add the phase.');
  if (scope.length === 0)
    complain('scope', `${id} has no scope.`, 'Name the paths it works in, such as `src/parse/**`.');
  for (const path of scope.filter((each) => each.startsWith('/') || each.split('/').includes('..')))
    complain('scope', `${path} leads out of the repository.`, 'Write it from the top of the repository.');
  for (const other of needs) {
    const needed = plan.workers.find((each) => each.id === other);
    if (!needed)
      complain('needs', `${id} needs ${other}, whom nobody knows.`, 'Name a worker of this mission.');
    else if (PHASES.indexOf(needed.phase) > PHASES.indexOf(phase))
      complain('needs', `${id} needs ${other}, who works in a later phase.`, 'Move one of them.');
  }
  for (const other of shares.filter((each) => !plan.workers.some((worker) => worker.id === each)))
    complain('shares', `${id} shares with ${other}, whom nobody knows.`, 'Name a worker of this mission.');
  return found;
}

/** Two workers of one phase own different files, unless both say that they share. */
function checkScopes({ workers }: MissionPlan): MissionProblem[] {
  const found: MissionProblem[] = [];
  workers.forEach((worker, at) => {
    for (const other of workers.slice(0, at)) {
      if (other.phase !== worker.phase || other.id === worker.id || mayShare(worker, other)) continue;
      const [mine, theirs] = overlapOf(worker, other) ?? [];
      if (mine === undefined) continue;
      found.push({
        where: ['workers', at, 'scope'],
        sentence: `${worker.id} (${mine}) and ${other.id} (${theirs}) own the same files.`,
        nextStep: `Make the scopes apart, or let each name the other under \`shares\`.`,
      });
    }
  });
  return found;
}

const mayShare = (a: Worker, b: Worker): boolean => a.shares.includes(b.id) && b.shares.includes(a.id);

const overlapOf = (a: Worker, b: Worker): readonly [string, string] | null => {
  for (const mine of a.scope)
    for (const theirs of b.scope) if (globsOverlap(mine, theirs)) return [mine, theirs];
  return null;
};

export const scopesOverlap = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((mine) => b.some((theirs) => globsOverlap(mine, theirs)));

function checkOrder(plan: MissionPlan): MissionProblem[] {
  const cycle = findCycle(missionGraph(plan));
  if (cycle)
    return [
      {
        where: ['workers'],
        sentence: `These workers wait for each other: ${cycle.join(' → ')}.`,
        nextStep: 'Take one of these needs away.',
      },
    ];
  return plan.phases.flatMap((phase, at) => {
    const rounds = roundsOf(plan, phase);
    return rounds <= plan.limits.cycles
      ? []
      : [
          {
            where: ['phases', at],
            sentence: `${phase} needs ${rounds} rounds, and the limit is ${plan.limits.cycles}.`,
            nextStep: 'Raise `limits.cycles`, or let fewer workers wait for each other.',
          },
        ];
  });
}

function checkLimits({ limits }: MissionPlan): MissionProblem[] {
  const found: MissionProblem[] = [];
  const complain = (key: string, sentence: string, nextStep: string) =>
    found.push({ where: ['limits', key], sentence, nextStep });
  for (const key of ['cycles', 'parallel'] as const) {
    const value = limits[key];
    if (value !== null && !(Number.isInteger(value) && value >= 1))
      complain(key, `\`limits.${key}\` is ${value}.`, 'Use a whole number, 1 or more.');
  }
  for (const key of ['refinements', 'escalations', 'purges'] as const)
    if (!(Number.isInteger(limits[key]) && limits[key] >= 0))
      complain(key, `\`limits.${key}\` is ${limits[key]}.`, 'Use a whole number, 0 or more.');
  if (limits.usd !== null && !(limits.usd > 0))
    complain('usd', `\`limits.usd\` is ${limits.usd}.`, 'Use more than 0, or leave it out for no limit.');
  return found;
}

/**
 * Whom a worker waits for within its own phase: those it names and, where a phase is played one after
 * another, the one before it. Earlier phases are over by then.
 */
export function needsOf(plan: MissionPlan, worker: Worker): readonly string[] {
  const peers = plan.workers.filter(({ phase }) => phase === worker.phase);
  const before = peers[peers.findIndex(({ id }) => id === worker.id) - 1];
  const named = worker.needs.filter((id) => peers.some((peer) => peer.id === id));
  return PHASE_RULES[worker.phase].parallel || !before ? named : [...new Set([...named, before.id])];
}

/** All of it as one graph: workers, with phases as the order between them. */
export function missionGraph(plan: MissionPlan) {
  const edges = plan.workers.flatMap((worker): [string, string][] => {
    const earlier = phaseBefore(plan, worker.phase);
    const fromBefore = plan.workers.filter(({ phase }) => phase === earlier).map(({ id }) => id);
    return [...new Set([...needsOf(plan, worker), ...worker.needs, ...fromBefore])].map((need) => [
      worker.id,
      need,
    ]);
  });
  return graphOf(
    plan.workers.map(({ id }) => id),
    edges,
  );
}

const phaseBefore = ({ phases }: MissionPlan, phase: PhaseName): PhaseName | undefined =>
  phases[phases.indexOf(phase) - 1];

/** How many rounds a phase takes when nothing deviates. */
function roundsOf(plan: MissionPlan, phase: PhaseName): number {
  const peers = plan.workers.filter((worker) => worker.phase === phase);
  const edges = peers.flatMap((worker): [string, string][] =>
    needsOf(plan, worker).map((need) => [worker.id, need]),
  );
  return levels(
    graphOf(
      peers.map(({ id }) => id),
      edges,
    ),
  ).length;
}
