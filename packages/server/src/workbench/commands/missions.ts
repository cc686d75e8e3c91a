import { type Command, type ConductorState, missionView } from '@symphony/conductor';
import type { MissionAct, MissionId } from '@symphony/domain';
import type { OperatorCommand } from '@symphony/protocol';
import { findMission, missionNamed } from './find.ts';

/** What is said of missions and of nothing else. */
export type MissionCommand = Extract<OperatorCommand, { name: 'mission-start' | 'mission-plan' | 'mission' }>;

/** What is asked of a mission, by its own commands or by those for items; null for everything else. */
export function missionCommand(command: OperatorCommand, state: ConductorState): Command | null {
  switch (command.name) {
    case 'mission-start':
    case 'mission-plan':
      return command;
    case 'mission':
      return { ...command, mission: missionNamed(state.missions, command.mission) ?? command.mission };
    case 'answer':
    case 'approve':
    case 'pause':
    case 'resume':
    case 'kill':
      return onItem(command, state);
    default:
      return null;
  }
}

type ItemCommand = Extract<OperatorCommand, { name: 'answer' | 'approve' | 'pause' | 'resume' | 'kill' }>;

/** A mission is in the inbox and on the board like an item, so it hears the same words. */
function onItem(command: ItemCommand, state: ConductorState): Command | null {
  const mission = findMission(state, command.id);
  if (mission === null) return null;
  return { name: 'mission', mission, act: actOf(command, state, mission), by: command.by };
}

function actOf(command: ItemCommand, state: ConductorState, mission: MissionId): MissionAct {
  switch (command.name) {
    case 'answer':
      return { kind: 'answer', question: command.question, text: command.text };
    case 'approve':
      // Two things of a mission are approved: its plan at the beginning, its work at the end.
      return asks(state, mission, 'handoff')
        ? { kind: 'answer', question: 'handoff', text: 'merge' }
        : { kind: 'approve' };
    case 'pause':
      return { kind: 'pause', reason: '' };
    case 'resume':
      return { kind: 'resume', usd: 0 };
    case 'kill':
      return { kind: 'abort', reason: '' };
  }
}

function asks(state: ConductorState, id: MissionId, question: string): boolean {
  const mission = state.missions.get(id);
  return mission !== undefined && missionView(state, mission).questions.some((each) => each.id === question);
}
