import { isDeepStrictEqual } from 'node:util';
import type { Part, SessionRecord } from './journal.ts';
import { type Occasion, occasionOf } from './occasion.ts';
import { readPromptScript } from './script/prompt-script.ts';
import type { Plays, Step } from './script/step.ts';
import type { Stage } from './stage.ts';

/** What a turn is asked for. */
type Asked =
  | Exclude<Occasion, { kind: 'script' }>
  | { readonly kind: 'steps'; readonly steps: readonly Step[] };

export async function readPrompt(
  stage: Stage,
  prompt: string,
): Promise<Asked | { readonly problem: string }> {
  const occasion = occasionOf(prompt);
  if (occasion.kind !== 'script') return occasion;
  if (!stage.fromPrompts) return { kind: 'work' };
  const reading = await readPromptScript(occasion.text, stage.journal.record.attempt);
  return reading.ok ? { kind: 'steps', steps: reading.steps } : reading;
}

/**
 * Which part this prompt is for. A turn that was cut off goes on, whatever the prompt says, unless
 * the prompt opens another occasion or brings other steps; an occasion that comes again is played from
 * its beginning.
 */
export function turnFor(asked: Asked, record: SessionRecord, plays: Plays): Partial<SessionRecord> {
  const wanted = partFor(asked.kind, record, plays);
  const others = asked.kind === 'steps' && !isDeepStrictEqual(asked.steps, record.prompted);
  if (record.open && wanted === record.part && !others) return {};
  if (record.open && asked.kind === 'work') return {};
  const anew = asked.kind !== 'work' && wanted !== 'main';
  return {
    open: true,
    part: wanted,
    turns: record.turns + 1,
    at: anew ? { ...record.at, [wanted]: 0 } : record.at,
    prompted: asked.kind === 'steps' ? asked.steps : record.prompted,
    target: asked.kind === 'conflict' ? asked.target : record.target,
    // A turn that was interrupted before it went on with a half-done step leaves that step to this one.
    begun: !anew && wanted === record.part ? record.begun : null,
  };
}

function partFor(kind: Asked['kind'], record: SessionRecord, plays: Plays): Part {
  if (kind === 'steps') return 'prompted';
  if (kind === 'conflict') return 'conflict';
  if (kind === 'failed-checks' && plays.failedChecks !== null) return 'failedChecks';
  if (kind === 'review' && plays.review !== null) return 'review';
  // An occasion of several turns is played to its end before the main part goes on.
  return stepAt(record, plays, record.part) === null ? 'main' : record.part;
}

export const stepAt = (record: SessionRecord, plays: Plays, part: Part): Step | null =>
  (part === 'prompted' ? record.prompted : plays[part])?.[record.at[part]] ?? null;
