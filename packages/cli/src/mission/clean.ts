import { Complaint } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { harmless } from '../screen/harmless.ts';
import { missionCleanLines } from '../screen/mission-clean-screen.ts';
import { openServer } from '../server-door.ts';
import { isSure } from './approval.ts';

export interface CleanOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Shows what goes and what stays, asks, and does it. `--json`: the CleanMissionResult of the server. */
export async function cleanUpMission(desk: Desk, mission: string, options: CleanOptions): Promise<void> {
  const { terminal } = desk;
  const server = await openServer();
  const workplace = await server.findWorkplace(desk.folder());
  const looked = await server.cleanMission(workplace, { mission, dryRun: true });
  if (looked.refused !== null) {
    if (!options.json) throw new Complaint(looked.refused);
    terminal.json(looked);
    return desk.endWith(1);
  }
  if (!options.json) terminal.lines(missionCleanLines(harmless(looked), terminal.frame()));
  const goes = looked.found.some(({ course, stays }) => course !== 'keep' && stays === null);
  if (options.dryRun || !goes) return options.json ? terminal.json(looked) : undefined;
  if (!(await isSure(desk, `Clean up after ${looked.mission}?`, options))) return;
  const done = await server.cleanMission(workplace, { mission, dryRun: false });
  if (options.json) terminal.json(done);
  else terminal.lines(missionCleanLines(harmless(done), terminal.frame()));
  if (!done.done) desk.endWith(1);
}
