import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  checkMission,
  type MissionPlan,
  PHASES,
  type PhaseName,
  type WrittenProblem,
} from '@symphony/domain';
import { Complaint, misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { markLines } from '../screen/mark-lines.ts';
import { openServer } from '../server-door.ts';

/** A mission file as it was found: what is wrong is told with its line. */
export interface Written {
  readonly plan: MissionPlan | null;
  readonly problems: readonly WrittenProblem[];
}

const ENDING = /\.ya?ml$/i;

/** A file is meant where there is one, or where the name can be nothing else; the rest is a sentence. */
export async function isMissionFile(given: string): Promise<boolean> {
  if (ENDING.test(given) && !/\s/.test(given)) return true;
  try {
    return (await stat(resolve(given))).isFile();
  } catch {
    return false; // a sentence is no path
  }
}

/** Called as its file is, unless the file or the person says otherwise. */
export async function readWritten(file: string, name?: string): Promise<Written> {
  const { readMission } = await openServer();
  return readMission(await textOf(file), { name: name ?? basename(file).replace(ENDING, '') });
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(resolve(file), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Complaint(
      `${file} ${code === 'ENOENT' ? 'is not there' : `cannot be read: ${message}`}.`,
      'Name a file that holds a mission, or say in a sentence what is wanted.',
    );
  }
}

/** What the command line says besides the file. */
export interface PlanChanges {
  readonly name?: string;
  readonly phases?: readonly PhaseName[];
  readonly player?: string;
}

/** Shorter phases leave out their workers, and the needs of others for them. */
export function changedPlan(plan: MissionPlan, { name, phases, player }: PlanChanges): MissionPlan {
  const kept = phases ?? plan.phases;
  const workers = plan.workers.filter(({ phase }) => kept.includes(phase));
  const stays = (id: string): boolean => workers.some((worker) => worker.id === id);
  return {
    ...plan,
    name: name ?? plan.name,
    phases: kept,
    workers: workers.map((worker) => ({
      ...worker,
      player: worker.player ?? player ?? null,
      needs: worker.needs.filter(stays),
      shares: worker.shares.filter(stays),
    })),
  };
}

export const problemsOf = (plan: MissionPlan): readonly WrittenProblem[] =>
  checkMission(plan).map(({ sentence, nextStep }) => ({ line: null, sentence, nextStep }));

export function tellProblems({ terminal }: Desk, file: string, problems: readonly WrittenProblem[]): void {
  const remarks = problems.map(({ line, sentence, nextStep }) => ({
    status: 'problem' as const,
    name: '',
    message: `${file}${line === null ? '' : `:${line}`}: ${sentence}`,
    fix: nextStep,
  }));
  terminal.lines(markLines(remarks, terminal.frame()));
}

export function readPhases(given: readonly string[]): readonly PhaseName[] {
  const unknown = given.find((each) => !(PHASES as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw misuse(`There is no phase ${unknown}.`, `The phases are ${PHASES.join(', ')}.`);
  return PHASES.filter((phase) => given.includes(phase));
}

/** `symphony mission validate FILE`. `--json`: { ok, plan, problems }. */
export async function validateMission(desk: Desk, file: string, json: boolean): Promise<void> {
  const { plan, problems } = await readWritten(file);
  const ok = plan !== null && problems.length === 0;
  if (json) desk.terminal.json({ ok, plan, problems });
  else if (ok) await tellSound(desk, file, plan);
  else tellProblems(desk, file, problems);
  desk.endWith(ok ? 0 : 1);
}

async function tellSound({ terminal }: Desk, file: string, plan: MissionPlan): Promise<void> {
  const { missionPlanLines } = await import('../screen/mission-plan-screen.ts');
  terminal.lines([...missionPlanLines(plan, terminal.frame()), '', `${file} is sound.`]);
}
