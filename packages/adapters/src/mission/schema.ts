import { PHASES, SEVERITIES, VERDICTS } from '@symphony/domain';
import { entry, filled, json, listOf, number, oneOf, type Schema, text } from '../melody/schema.ts';

/** The shape of a mission's file once its short forms are spelled out (see short-forms.ts). */

const player: Schema = { type: ['string', 'null'], minLength: 1, must: 'be the name of a player' };
const orNone = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });
const phase = oneOf(...PHASES);

const criterion: Schema = {
  ...entry({ text, 'check?': { ...orNone(filled), must: 'be a command (put it in quotes)' } }),
  must: 'be a sentence, or a map with `text` and `check`',
};

const worker = entry({
  id: filled,
  'phase?': phase,
  'title?': text,
  'task?': text,
  scope: { ...listOf(filled), must: 'be a glob such as `src/parse/**`, or a list of them' },
  'shares?': listOf(filled),
  'needs?': listOf(filled),
  'player?': player,
  'rehearsal?': json,
});

const rule = entry({
  'severity?': { enum: [...SEVERITIES, null], must: oneOf(...SEVERITIES).must },
  'about?': orNone(filled),
  'worker?': orNone(filled),
  verdict: oneOf(...VERDICTS),
  'instruction?': text,
});

const limits = entry({
  'cycles?': number,
  'refinements?': number,
  'escalations?': number,
  'purges?': number,
  'parallel?': orNone(number),
  'usd?': orNone(number),
});

/** What has a default in the domain's own judgement may be left out here: it says better what is missing. */
export const missionSchema: Schema = entry({
  'name?': filled,
  'title?': text,
  'request?': text,
  'understanding?': text,
  'criteria?': listOf(criterion),
  'phases?': listOf(phase),
  workers: { ...listOf(worker), minItems: 1, must: 'be a list of at least one worker' },
  'rules?': listOf(rule),
  'decider?': player,
  'reviewer?': player,
  'limits?': limits,
});

/** The words a key takes, for "did you mean". */
export const WORDS: Readonly<Record<string, readonly string[]>> = {
  phase: PHASES,
  phases: PHASES,
  severity: SEVERITIES,
  verdict: VERDICTS,
};
