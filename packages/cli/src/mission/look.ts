import type { MissionView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { Complaint } from '../complaint.ts';
import { withConductor } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { harmless, oneLine } from '../screen/harmless.ts';
import { missionContextLines } from '../screen/mission-context-screen.ts';
import { missionCycleLines } from '../screen/mission-cycle-screen.ts';
import { deviationLines, isOpen } from '../screen/mission-deviation-screen.ts';
import { missionRows } from '../screen/mission-lines.ts';
import { missionScreenLines } from '../screen/mission-screen.ts';

/** Looking at missions: from a conductor that runs, or from the log it left. */

const viewOf = (desk: Desk, name: string): Promise<MissionView> =>
  withConductor(desk, ({ client }) => client.ask('mission', { id: name }));

/** `--json`: MissionRunView[], or the MissionView of domain/mission/view.ts. */
export async function showMissions(desk: Desk, name: string | undefined, json: boolean): Promise<void> {
  const { terminal } = desk;
  if (name !== undefined) {
    const view = await viewOf(desk, name);
    return json ? terminal.json(view) : terminal.lines(missionScreenLines(view, terminal.frame()));
  }
  try {
    const view = await withConductor(desk, ({ client }) => client.status());
    if (json) return terminal.json(view.missions);
    const shown = harmless({ missions: view.missions, inbox: view.inbox, items: view.items });
    terminal.lines(
      shown.missions.length === 0 ? [NONE] : missionRows(shown.missions, shown, terminal.frame()),
    );
  } catch (error) {
    // A repository in which nothing was played yet is no failure for somebody who only looks.
    if (json || !(error instanceof RequestError) || error.code !== 'missing') throw error;
    terminal.line(oneLine(`${error.message} ${error.nextStep ?? ''}`));
  }
}

const NONE = 'No mission was played here yet. `symphony mission start "what is wanted"` plans one.';

/** `--json`: RecordedDeviation[]. */
export async function showDeviations(
  desk: Desk,
  name: string,
  { open, json }: { readonly open?: boolean; readonly json?: boolean },
): Promise<void> {
  const { terminal } = desk;
  const view = await viewOf(desk, name);
  const found = open ? view.recorded.filter(isOpen) : view.recorded;
  if (json) return terminal.json(found);
  if (open && found.length === 0) return terminal.line('Nothing waits for a decision.');
  terminal.lines(deviationLines(view.id, found, terminal.frame()));
}

/** `--json`: the Understanding of domain/mission/understanding.ts. */
export async function showContext(desk: Desk, name: string, json: boolean): Promise<void> {
  const { terminal } = desk;
  const { understanding } = await viewOf(desk, name);
  if (json) return terminal.json(understanding);
  if (understanding === null)
    throw new Complaint(`${name} is not planned yet.`, `See \`symphony mission status ${name}\`.`);
  terminal.lines(missionContextLines(understanding, terminal.frame()));
}

/** `--json`: { id, phase, cycle, step, now, merges }. */
export async function showCycle(desk: Desk, name: string, json: boolean): Promise<void> {
  const { terminal } = desk;
  const view = await viewOf(desk, name);
  const { id, phase, cycle, step, now, merges } = view;
  if (json) return terminal.json({ id, phase, cycle, step, now, merges });
  terminal.lines(missionCycleLines(view, terminal.frame()));
}
