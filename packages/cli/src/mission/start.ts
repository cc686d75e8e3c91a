import type { MissionPlan } from '@symphony/domain';
import { type ConductorClient, type OperatorCommand, RequestError } from '@symphony/protocol';
import { Complaint, misuse } from '../complaint.ts';
import { connectRunning, withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { findRoot } from '../repository.ts';
import { oneLine } from '../screen/harmless.ts';
import { missionPlanLines } from '../screen/mission-plan-screen.ts';
import { askToPlay } from './approval.ts';
import { nameFor } from './name.ts';
import { awaitPlan } from './planning.ts';
import {
  changedPlan,
  isMissionFile,
  type PlanChanges,
  problemsOf,
  readPhases,
  readWritten,
  tellProblems,
} from './written.ts';

export interface StartOptions {
  readonly name?: string;
  readonly phases?: readonly string[];
  readonly player?: string;
  readonly yes?: boolean;
  readonly rehearse?: boolean;
  readonly json?: boolean;
}

type StartCommand = Extract<OperatorCommand, { name: 'mission-start' | 'mission-plan' }>;

/**
 * A mission from a file, or from a sentence that a player makes a plan of. Nothing is played before a
 * person has seen the plan: at a terminal they are asked, elsewhere `--yes` says it beforehand.
 */
export async function startMission(desk: Desk, given: string, options: StartOptions): Promise<void> {
  if (given.trim() === '')
    throw misuse('Nothing is asked for.', 'Name a mission file, or say in a sentence what is wanted.');
  const changes: PlanChanges = {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.phases === undefined ? {} : { phases: readPhases(options.phases) }),
    ...(options.player === undefined ? {} : { player: options.player }),
  };
  return (await isMissionFile(given))
    ? startWritten(desk, given, changes, options)
    : startAsked(desk, given, changes, options);
}

async function startWritten(
  desk: Desk,
  file: string,
  changes: PlanChanges,
  options: StartOptions,
): Promise<void> {
  const { terminal } = desk;
  const written = await readWritten(file, changes.name);
  const plan = written.plan && changedPlan(written.plan, changes);
  // What the options made of it is looked at again: a shorter mission may lack what it needs.
  const problems = plan && written.problems.length === 0 ? problemsOf(plan) : written.problems;
  if (plan === null || problems.length > 0) {
    if (options.json) terminal.json({ accepted: false, message: 'The mission cannot be played.', problems });
    else tellProblems(desk, file, problems);
    return desk.endWith(1);
  }
  const root = await findRoot(desk.folder());
  const running = await connectRunning(root);
  try {
    if (!options.json) showPlan(desk, plan);
    const wish = await askToPlay(desk, options, running !== null);
    if (wish === 'leave') return terminal.note('Nothing was started.');
    const order = { name: 'mission-start', plan, approved: wish === 'now', by: desk.person } as const;
    if (running) await tell(desk, running.client, order, options);
    else if (wish === 'later') await keepForLater(desk, file, order, options);
    else await playHere(desk, root, order, options);
  } finally {
    await running?.client.close();
  }
}

function showPlan({ terminal }: Desk, plan: MissionPlan): void {
  terminal.lines([...missionPlanLines(plan, terminal.frame()), '']);
}

/** Recorded for whoever conducts next; where nobody ever has, there is no log to record it in. */
async function keepForLater(
  desk: Desk,
  file: string,
  order: StartCommand,
  options: StartOptions,
): Promise<void> {
  try {
    await withConductor(desk, ({ client }) => tell(desk, client, order, options));
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'missing') throw error;
    throw new Complaint(
      'No conductor runs here and none ever has, so nothing was started.',
      `\`symphony mission start ${file} --yes\` plays it in this terminal; \`symphony up\` starts a conductor first.`,
    );
  }
}

async function startAsked(
  desk: Desk,
  request: string,
  changes: PlanChanges,
  options: StartOptions,
): Promise<void> {
  const root = await findRoot(desk.folder());
  const running = await connectRunning(root);
  const order = {
    name: 'mission-plan',
    mission: changes.name ?? nameFor(request),
    request,
    phases: changes.phases ?? null,
    player: changes.player ?? null,
    by: desk.person,
  } as const;
  if (!running) return playHere(desk, root, order, options);
  try {
    if (!(await tell(desk, running.client, order, options))) return;
    // A script that does not wait is told where the plan will be; a person sees it here.
    if (options.json || (!options.yes && !desk.terminal.interactive)) return;
    const plan = await awaitPlan(desk, running, order.mission);
    if (plan === null) return;
    showPlan(desk, plan);
    const wish = await askToPlay(desk, options, true);
    if (wish !== 'now') return sayItWaits(desk, order.mission);
    const act = { kind: 'approve' } as const;
    const { client } = running;
    const answer = await client.command({ name: 'mission', mission: order.mission, act, by: desk.person });
    if (!answer.accepted) throw new Complaint(answer.message);
    desk.terminal.line(oneLine(answer.message));
  } finally {
    await running.client.close();
  }
}

const sayItWaits = ({ terminal }: Desk, mission: string): void =>
  terminal.note(`It waits: \`symphony mission approve ${mission}\` lets it begin, \`abort\` drops it.`);

/** False where it was refused and said so as JSON. */
async function tell(
  desk: Desk,
  client: ConductorClient,
  order: StartCommand,
  { json }: StartOptions,
): Promise<boolean> {
  const answer = await client.command(order);
  if (json) {
    desk.terminal.json(answer);
    desk.endWith(answer.accepted ? 0 : 1);
    return answer.accepted;
  }
  if (!answer.accepted) throw new Complaint(answer.message);
  desk.terminal.line(oneLine(answer.message));
  if (answer.run !== undefined) desk.terminal.note(`See \`symphony mission status ${oneLine(answer.run)}\`.`);
  return true;
}

async function playHere(
  desk: Desk,
  root: string,
  order: StartCommand,
  { rehearse, json, yes }: StartOptions,
): Promise<void> {
  const { play } = await import('../run/play.ts');
  await play(desk, root, null, {
    ...(rehearse === undefined ? {} : { rehearse }),
    ...(json === undefined ? {} : { json }),
    mission: { order, approve: yes === true },
  });
}
