import type { ConductorState, Decision } from '@symphony/conductor';
import { type ItemId, PortError, purgedKeys, type ToolReport } from '@symphony/domain';
import type { MissionContext, MissionTools } from '../mcp/index.ts';

/** Resolves with the conductor's word on it once it is recorded. */
export type Report = (report: ToolReport) => Promise<Decision['answer']>;

/** What a run can do for its mission; undefined for one that is no part of any. A planner has no mission yet to speak of. */
export function missionDesk(state: ConductorState, item: ItemId, report: Report): MissionTools | undefined {
  const place = state.missionParts.get(item);
  if (!place || place.part.kind === 'plan') return undefined;
  const tell = async (told: ToolReport): Promise<void> => {
    await report(told);
  };
  return {
    updateUnderstanding: (change) => tell({ kind: 'understanding', ...change }),
    addRequirement: (requirement) => tell({ kind: 'requirement', ...requirement }),
    recordRule: (rule) => tell({ kind: 'rule', ...rule }),
    handOn: (handed) => tell({ kind: 'hand-on', ...handed }),
    async requestScope(asked) {
      const answer = await report({ kind: 'scope', ...asked });
      if (answer) return { granted: answer.accepted, why: answer.message };
      throw new PortError({
        code: 'unavailable',
        message: 'Nobody can say whether these are yours: Symphony is stopping.',
        nextStep: 'Leave them as they are.',
      });
    },
  };
}

/** An agent reads all of them each time it asks. */
const DEVIATIONS_TOLD = 50;

/** The mission of an item as its agent is told of it; null for work outside missions. */
export function missionContext(state: ConductorState, item: ItemId): MissionContext | null {
  const place = state.missionParts.get(item);
  const mission = place && state.missions.get(place.mission);
  if (!mission || place.part.kind === 'plan') return null;
  const { worker, title, task, scope } = place.part;
  const phase = place.part.phase ?? mission.phase;
  const { understanding, plan } = mission;
  const phases = plan?.phases ?? [];
  const at = phase === null ? phases.length : phases.indexOf(phase);
  const outdated = purgedKeys(phases.slice(0, at));
  return {
    id: mission.id,
    phase,
    cycle: place.part.cycle,
    yourPart: { worker, title, task },
    scope,
    understanding: understanding?.current ?? mission.request,
    requirements: (understanding?.requirements ?? []).map(({ text }) => text),
    rules: (understanding?.rules ?? []).map(({ area, text }) => ({ area, text })),
    criteria: understanding?.criteria ?? [],
    deviations: mission.deviations
      .slice(-DEVIATIONS_TOLD)
      .map(({ id, worker: by, severity, expected, discovered, action, decision }) => ({
        id,
        worker: by,
        severity,
        expected,
        discovered,
        action,
        decision,
      })),
    otherWorkers: (plan?.workers ?? [])
      .filter((other) => other.phase === phase && other.id !== worker)
      .map((other) => ({ id: other.id, title: other.title, scope: other.scope })),
    handedOn: mission.handOns.filter((each) => phases.indexOf(each.phase) <= at && !outdated.has(each.key)),
  };
}
