import { type Conductor, missionView } from '@symphony/conductor';
import type { Settings } from '@symphony/domain';
import type { Sight } from './notice.ts';

/** How things stand, as notices need it, read from the conductor's state when a notice is made. */
export function sightOf(
  { state }: Pick<Conductor, 'state'>,
  { handoff }: Settings,
  workbench: string | null,
): Sight {
  return {
    item(id) {
      const item = state.items.get(id);
      if (!item) return null;
      const { identifier, title } = item.tracked;
      const givenUp = item.state === 'open' && item.outcome === 'closed' && item.followUp !== null;
      return { identifier, title, givenUp };
    },
    melody: (run) => state.melodies.get(run)?.melody.name ?? null,
    missionQuestion(id) {
      const mission = state.missions.get(id);
      return mission ? (missionView(state, mission).questions[0]?.text ?? null) : null;
    },
    approvals: handoff.mode === 'review',
    left() {
      const states = [...state.live].map((id) => state.items.get(id)?.state);
      const needYou = states.filter((each) => each === 'needs_human' || each === 'failed').length;
      const busy = states.filter((each) => each !== undefined && each !== 'open').length - needYou;
      return { working: busy + state.waiting.size, needYou };
    },
    workbench,
  };
}
