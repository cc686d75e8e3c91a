import { type ConductorState, missionView } from '@symphony/conductor';
import type { MissionJudgement, MissionView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { missionNamed } from '../commands/find.ts';

/** By its name, in any case. Made from the state alone, so that no conductor need run. */
export function missionOf(state: ConductorState, id: string): MissionView {
  const mission = state.missions.get(missionNamed(state.missions, id) ?? '');
  if (mission) return missionView(state, mission);
  throw new RequestError(
    'missing',
    `There is no mission ${id.slice(0, 100)}.`,
    '`symphony mission status` lists them.',
  );
}

/** What a mission that somebody wrote comes to. Reading it is loaded when one is. */
export async function checkWritten(text: string): Promise<MissionJudgement> {
  const { readMission } = await import('@symphony/adapters/mission');
  return readMission(text, { name: UNNAMED });
}

/** What a text without a file is called when it does not say. */
const UNNAMED = 'mission';
