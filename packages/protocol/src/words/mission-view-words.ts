import {
  type Collision,
  isAdvice,
  isTroubled,
  type MissionRunView,
  type PartView,
  type StatusView,
} from '@symphony/domain';
import { fileWords } from './mission-words.ts';
import { counted } from './phrase.ts';
import type { Tone } from './tone.ts';

/** Where a mission is, in a few words: `implementation, cycle 2: deciding`. */
export function missionWhere({ step, outcome, phase, cycle, paused }: MissionRunView): string {
  if (outcome !== null) return outcome;
  const doing = paused ? 'paused' : step;
  return phase === null ? doing : `${phase}, cycle ${cycle}: ${doing}`;
}

/** One sign for each phase: `●◐○`. */
export const phaseDots = ({ phases }: Pick<MissionRunView, 'phases'>): string =>
  phases.map(({ state }) => DOTS[state]).join('');

const DOTS = { over: '●', now: '◐', ahead: '○' } as const;

/** What came of it so far: `2 of 4 merged · 1 deviation open · 1 collision`. */
export function missionCounts({ parts, deviations, collisions, endedAt }: MissionRunView): string {
  const open = deviations.open > 0 ? `, ${deviations.open} open` : '';
  return [
    ...(parts.total > 0 ? [`${parts.merged} of ${parts.total} merged`] : []),
    ...(deviations.total > 0 ? [`${counted(deviations.total, 'deviation')}${open}`] : []),
    // Of one that is over nothing collides any more, whatever is left in its chambers.
    ...(collisions > 0 && endedAt === null ? [counted(collisions, 'collision')] : []),
  ].join(' · ');
}

export function missionTone({ outcome, needsYou, paused }: MissionRunView): Tone {
  if (outcome !== null) return outcome === 'done' ? 'good' : 'dim';
  if (needsYou) return 'bad';
  return paused ? 'warn' : 'accent';
}

/** The command that brings on a mission that waits for a person, or null when none does by itself. */
export function missionRemedy(
  mission: MissionRunView,
  { inbox, items }: Pick<StatusView, 'inbox' | 'items'>,
): string | null {
  if (!mission.needsYou) return null;
  if (mission.paused) return `symphony mission resume ${mission.id}`;
  const stuck = items.find((item) => item.mission === mission.id && isTroubled(item));
  if (stuck) return `symphony retry ${stuck.identifier}`;
  const asked = inbox.filter(({ item }) => item === mission.id);
  const [first] = asked;
  if (first === undefined) return `symphony mission status ${mission.id}`;
  const which = asked.length > 1 ? ` --question ${first.question.id}` : '';
  return `symphony answer ${mission.id} "${first.question.choices[0] ?? '…'}"${which}`;
}

/** Where a part of a mission is, in two or three words. */
export function partWhere({ kind, state, outcome, turn, held }: PartView): string {
  if (held !== null) return 'held';
  switch (state) {
    case null:
      return 'being made';
    case 'open':
      // Advice is read and its chamber closed: it was never meant to be merged.
      if (outcome === 'closed' && isAdvice(kind)) return 'taken';
      return outcome === 'none' ? 'waits' : outcome;
    case 'queued':
      return 'queued';
    case 'preparing':
      return 'preparing';
    case 'running':
      return turn > 0 ? `turn ${turn}` : 'running';
    case 'paused':
      return 'paused';
    case 'completed':
      return 'finished';
    case 'handed_off':
      return 'offered';
    case 'needs_human':
      return 'needs you';
    case 'failed':
      return 'failed';
  }
}

export function partTone({ state, outcome, held }: PartView): Tone {
  if (held !== null) return 'warn';
  if (state === 'needs_human' || state === 'failed') return 'bad';
  if (state === 'open') return outcome === 'merged' ? 'good' : 'dim';
  return state === null || state === 'queued' || state === 'paused' ? 'warn' : 'accent';
}

/** `collides with S-4 in src/a.ts`, or null for what touches nobody else's files. */
export function collisionWith(name: string, collisions: readonly Collision[]): string | null {
  const met = collisions.filter(({ a, b }) => a === name || b === name);
  // What is sure to conflict is worth more than what is only near.
  const worst = met.find(({ sure }) => sure) ?? met[0];
  if (worst === undefined) return null;
  const verb = worst.sure ? 'collides with' : 'is near';
  const more = met.length > 1 ? ` and ${counted(met.length - 1, 'other')}` : '';
  return `${verb} ${worst.a === name ? worst.b : worst.a} in ${fileWords(worst.files)}${more}`;
}
