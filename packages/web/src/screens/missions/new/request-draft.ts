import { PHASES, type PhaseName } from '@symphony/domain';
import type { PageCommand } from '../../../live/use-command.ts';
import { nameFrom } from '../../../ui/name-from.ts';

/** A mission asked for in one sentence, as it is being written. */
export interface RequestDraft {
  readonly request: string;
  /** Empty: made from the request. */
  readonly name: string;
  /** Empty: the default one. */
  readonly player: string;
  /** None: the player that plans it chooses. */
  readonly phases: readonly PhaseName[];
}

export const EMPTY_REQUEST: RequestDraft = { request: '', name: '', player: '', phases: [] };

/** Names of missions are no longer than this. */
const LONGEST = 40;
/** So many words of a request make a name. */
const WORDS = 5;

export const missionName = ({ name, request }: RequestDraft): string =>
  nameFrom(name.trim() === '' ? request.trim().split(/\s+/).slice(0, WORDS).join(' ') : name, LONGEST);

export interface RequestProblems {
  readonly request: string | null;
  readonly name: string | null;
}

export function problemsOf(draft: RequestDraft, taken: readonly string[]): RequestProblems {
  const name = missionName(draft);
  return {
    request: draft.request.trim() === '' ? 'Say in a sentence what is wanted.' : null,
    name: taken.includes(name)
      ? `There is a mission ${name} already: give this one another name.`
      : name === ''
        ? 'Use letters and digits for its name.'
        : null,
  };
}

/** In the order they are played, whatever the order they were chosen in. */
export const toggled = (phases: readonly PhaseName[], phase: PhaseName): readonly PhaseName[] =>
  PHASES.filter((each) => (each === phase ? !phases.includes(each) : phases.includes(each)));

export const commandOf = (draft: RequestDraft): Extract<PageCommand, { name: 'mission-plan' }> => ({
  name: 'mission-plan',
  mission: missionName(draft),
  request: draft.request.trim(),
  phases: draft.phases.length === 0 ? null : draft.phases,
  player: draft.player === '' ? null : draft.player,
});
