import type { LogEvent, MissionId, StatusView } from '@symphony/domain';
import type { MissionEnd } from './summary.ts';

/** What came of every mission that was heard of. */
export function missionBook(view: StatusView) {
  const known = new Map(view.missions.map(({ id, title }) => [id, title]));
  const ends = new Map<MissionId, MissionEnd>();
  const change = (id: MissionId, part: (before: MissionEnd) => Partial<MissionEnd>) => {
    const before = ends.get(id) ?? { ...UNHEARD, id, title: known.get(id) ?? id };
    ends.set(id, { ...before, ...part(before) });
  };
  return {
    all: (): readonly MissionEnd[] => [...ends.values()],
    hear(event: LogEvent): void {
      switch (event.type) {
        case 'mission-asked':
          return change(event.mission, () => ({ title: event.request }));
        case 'mission-planned':
          return change(event.mission, () => ({ title: event.plan.title, step: 'planned' }));
        case 'mission-stepped':
          return change(event.mission, () => ({
            step: event.step,
            phase: event.phase,
            cycle: event.cycle,
          }));
        case 'mission-merged':
          return change(event.mission, ({ merged, left }) => ({
            merged: merged + event.record.merged.length,
            left: left + event.record.left.length,
          }));
        case 'deviation-decided':
          return change(event.mission, ({ decided }) => ({ decided: decided + 1 }));
        case 'mission-purged':
          return change(event.mission, ({ purged }) => ({ purged: purged + event.removed.length }));
        case 'mission-paused':
          return change(event.mission, () => ({ reason: event.reason }));
        case 'mission-resumed':
          return change(event.mission, () => ({ reason: '' }));
        case 'mission-ended':
          return change(event.mission, () => ({
            step: 'ended',
            outcome: event.outcome,
            reason: event.reason,
          }));
        default:
      }
    },
  };
}

const UNHEARD = {
  step: 'planning',
  phase: null,
  cycle: 0,
  outcome: null,
  reason: '',
  merged: 0,
  left: 0,
  decided: 0,
  purged: 0,
} as const;
