import type { MissionRunView, StatusView } from '@symphony/domain';
import { type Effect, type Model, type Step, stay, withNotice } from './model.ts';

/** Those that are played first, the newest of the others after them. */
export function missionsOf(board: StatusView | null): readonly MissionRunView[] {
  const missions = board?.missions ?? [];
  const live = missions.filter(({ endedAt }) => endedAt === null);
  return [...live, ...missions.filter(({ endedAt }) => endedAt !== null).toReversed()];
}

/** The one the keys act on: the first of the list when nobody has chosen, or the chosen one is gone. */
export function chosenMission({ board, mission }: Pick<Model, 'board' | 'mission'>): MissionRunView | null {
  const missions = missionsOf(board);
  return missions.find(({ id }) => id === mission) ?? missions[0] ?? null;
}

/** What can be asked of a mission: whether it makes sense now, and what is done when it is wanted. */
export interface MissionAct {
  fits(mission: MissionRunView): boolean;
  want(mission: MissionRunView, model: Model): Step;
}

type Command = Extract<Effect, { kind: 'command' }>['command'];
type Asked = Extract<Command, { name: 'mission' }>['act'];

const ask = (mission: string, act: Asked): Effect => ({
  kind: 'command',
  command: { name: 'mission', mission, act },
});

const send = (mission: string, act: Asked, model: Model): Step => ({ model, effects: [ask(mission, act)] });

export const MISSION_ACTS = {
  approve: {
    fits: ({ step, needsYou }) => step === 'planned' && needsYou,
    want: ({ id }, model) => send(id, { kind: 'approve' }, model),
  },
  pause: {
    fits: ({ paused, endedAt }) => !paused && endedAt === null,
    want: ({ id }, model) => send(id, { kind: 'pause', reason: '' }, model),
  },
  resume: {
    fits: ({ paused }) => paused,
    want: ({ id }, model) => send(id, { kind: 'resume', usd: 0 }, model),
  },
  abort: {
    fits: ({ endedAt }) => endedAt === null,
    want: ({ id }, model) =>
      stay({
        ...model,
        prompt: {
          kind: 'confirm',
          question: `Abort ${id}? Its agents end; its branch and its chambers stay.`,
          yes: ask(id, { kind: 'abort', reason: '' }),
        },
      }),
  },
} as const satisfies Record<string, MissionAct>;

export function wantOfMission(model: Model, act: MissionAct): Step {
  const mission = chosenMission(model);
  if (mission === null) return stay(withNotice(model, 'There is no mission yet.', 'dim'));
  return act.want(mission, model);
}
