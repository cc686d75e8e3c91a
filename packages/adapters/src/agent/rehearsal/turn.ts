import { setImmediate as nextRound } from 'node:timers/promises';
import type { TurnFault } from '@symphony/domain';
import type { Spoken } from '../program/spoken.ts';
import type { AskedTurn } from '../program/turn-line.ts';
import type { SessionRecord, TurnEnding } from './journal.ts';
import type { Step } from './script/step.ts';
import type { Stage } from './stage.ts';
import { performStep } from './steps/index.ts';
import { readPrompt, stepAt, turnFor } from './turn-request.ts';

export type TurnEnd =
  | { readonly kind: 'over' }
  /** The player ends its process with this code. */
  | { readonly kind: 'leave'; readonly code: number };

/**
 * Plays from where the session is to the end of the turn. The journal always speaks first: it is
 * saved before an event that tells of the same thing is sent. So is the turn itself: once a word of the
 * `greeting` is heard, a restart takes the prompt for read.
 */
export async function playTurn(
  stage: Stage,
  { prompt, interruption }: AskedTurn,
  greeting: readonly Spoken[] = [],
): Promise<TurnEnd> {
  const { journal } = stage;
  const { played, open } = journal.record;
  if (!open && played?.turn != null && played.turn === stage.turnName()) {
    for (const spoken of greeting) stage.tell(spoken);
    return over(stage, played.ending);
  }
  const asked = await readPrompt(stage, prompt);
  if (!('problem' in asked)) journal.save(turnFor(asked, journal.record, stage.plays));
  for (const spoken of greeting) stage.tell(spoken);
  if ('problem' in asked) return over(stage, failure(asked.problem));
  if (nextStep(stage) === null) return over(stage, completed('')); // its last words stay the last ones

  let lastWords = '';
  for (let step = nextStep(stage); step !== null; step = nextStep(stage)) {
    await nextRound(); // lets the end of the line and an interruption be noticed between two steps
    if (stage.alone()) return { kind: 'leave', code: 0 };
    if (interruption.aborted) return over(stage, INTERRUPTED);
    const end = await performStep(stage, step, interruption);
    switch (end.kind) {
      case 'done':
        journal.save({ ...end.record, ...past(journal.record, end.skips ? 2 : 1) });
        if (end.told) stage.tell(end.told);
        if (step.action.kind === 'say') lastWords = end.summary;
        break;
      case 'turn-over':
        journal.save(past(journal.record));
        return over(stage, completed(lastWords || 'turn played'));
      case 'failed':
        journal.save(end.past ? past(journal.record) : { begun: null });
        return over(stage, failure(end.reason, end.fault));
      case 'interrupted':
        // Leave that was not given leaves out the next step, however it was not given.
        journal.save(past(journal.record, step.action.kind === 'permission' ? 2 : 1));
        return over(stage, INTERRUPTED);
      case 'limited':
        journal.save({ ...past(journal.record), open: false });
        stage.tell({ type: 'limited', until: end.until, message: end.message });
        over(stage, failure(end.message, 'limit'));
        return { kind: 'leave', code: 1 };
      case 'leave':
        if (end.past) journal.save(past(journal.record));
        return { kind: 'leave', code: end.code };
    }
  }
  return over(stage, completed(lastWords || 'played to the end'));
}

const INTERRUPTED: TurnEnding = { status: 'interrupted', message: 'the turn was interrupted' };

const completed = (message: string): TurnEnding => ({ status: 'completed', message });

const failure = (message: string, fault?: TurnFault): TurnEnding => ({
  status: 'failed',
  message,
  ...(fault && { fault }),
});

function over(stage: Stage, ending: TurnEnding): TurnEnd {
  stage.journal.save({ open: false, played: { turn: stage.turnName(), ending } });
  stage.tell({ type: 'turn-ended', ...ending });
  return { kind: 'over' };
}

const nextStep = (stage: Stage): Step | null =>
  stepAt(stage.journal.record, stage.plays, stage.journal.record.part);

const past = (record: SessionRecord, steps = 1): Partial<SessionRecord> => ({
  at: { ...record.at, [record.part]: record.at[record.part] + steps },
  begun: null,
});
