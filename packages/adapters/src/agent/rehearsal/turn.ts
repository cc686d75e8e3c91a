import { setImmediate as nextRound } from 'node:timers/promises';
import type { Part, SessionRecord } from './journal.ts';
import { occasionOf } from './occasion.ts';
import type { Plays, Step } from './script/step.ts';
import type { Stage } from './stage.ts';
import { performStep } from './steps/index.ts';

export type TurnEnd =
  | { readonly kind: 'over' }
  /** The player ends its process with this code. */
  | { readonly kind: 'leave'; readonly code: number };

/**
 * Plays from where the session is to the end of the turn. The journal always speaks first: it is
 * saved before an event that tells of the same thing is sent.
 */
export async function playTurn(stage: Stage, prompt: string): Promise<TurnEnd> {
  const { journal } = stage;
  journal.save(turnFor(prompt, journal.record, stage.plays));
  if (nextStep(stage) === null) return over(stage, 'completed', ''); // its last words stay the last ones

  let lastWords = '';
  for (let step = nextStep(stage); step !== null; step = nextStep(stage)) {
    await nextRound(); // lets the end of the line be noticed between two steps
    if (stage.alone()) return { kind: 'leave', code: 0 };
    const end = await performStep(stage, step);
    switch (end.kind) {
      case 'done':
        journal.save({ ...end.record, ...past(journal.record) });
        if (end.told) stage.tell(end.told);
        if (step.action.kind === 'say') lastWords = end.summary;
        break;
      case 'turn-over':
        journal.save(past(journal.record));
        return over(stage, 'completed', lastWords || 'turn played');
      case 'failed':
        journal.save(end.past ? past(journal.record) : { begun: null });
        return over(stage, 'failed', end.reason);
      case 'limited':
        journal.save({ ...past(journal.record), open: false });
        stage.tell({ type: 'limited', until: end.until, message: end.message });
        stage.tell({ type: 'turn-ended', status: 'failed', message: end.message });
        return { kind: 'leave', code: 1 };
      case 'leave':
        if (end.past) journal.save(past(journal.record));
        return { kind: 'leave', code: end.code };
    }
  }
  return over(stage, 'completed', lastWords || 'played to the end');
}

function over(stage: Stage, status: 'completed' | 'failed', message: string): TurnEnd {
  stage.journal.save({ open: false });
  stage.tell({ type: 'turn-ended', status, message });
  return { kind: 'over' };
}

/**
 * Which part this prompt is for. A turn that was cut off goes on, whatever the prompt says, unless
 * the prompt opens another occasion; an occasion that comes again is played from its beginning.
 */
export function turnFor(prompt: string, record: SessionRecord, plays: Plays): Partial<SessionRecord> {
  const occasion = occasionOf(prompt);
  const wanted = partFor(occasion.kind, record, plays);
  if (record.open && wanted === record.part) return {};
  if (record.open && occasion.kind === 'work') return {};
  const anew = occasion.kind !== 'work' && wanted !== 'main';
  return {
    open: true,
    part: wanted,
    turns: record.turns + 1,
    at: anew ? { ...record.at, [wanted]: 0 } : record.at,
    target: occasion.kind === 'conflict' ? occasion.target : record.target,
    begun: null,
  };
}

function partFor(kind: ReturnType<typeof occasionOf>['kind'], record: SessionRecord, plays: Plays): Part {
  if (kind === 'conflict') return 'conflict';
  if (kind === 'failed-checks' && plays.failedChecks !== null) return 'failedChecks';
  // An occasion of several turns is played to its end before the main part goes on.
  return stepAt(record, plays, record.part) === null ? 'main' : record.part;
}

const nextStep = (stage: Stage): Step | null =>
  stepAt(stage.journal.record, stage.plays, stage.journal.record.part);

const stepAt = (record: SessionRecord, plays: Plays, part: Part): Step | null =>
  plays[part]?.[record.at[part]] ?? null;

const past = (record: SessionRecord): Partial<SessionRecord> => ({
  at: { ...record.at, [record.part]: record.at[record.part] + 1 },
  begun: null,
});
