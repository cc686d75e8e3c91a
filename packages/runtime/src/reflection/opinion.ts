import type { Json, JsonSchema, Reflection } from '@symphony/domain';
import { firstObject, isRecord } from '../written-json.ts';

/** What the reflector thinks, before what is known from outside is held against it. */
export interface Opinion {
  readonly performance: Reflection['assessment']['performance'];
  readonly quality: Reflection['assessment']['quality'];
  readonly action: Reflection['suggestedAction'];
  readonly reasoning: string;
  readonly improvements: readonly string[];
  readonly confidence: number;
  /** One sentence for the next attempt; empty: none. */
  readonly lesson: string;
}

const PERFORMANCES = ['excellent', 'good', 'acceptable', 'poor'] as const;
const QUALITIES = ['optimal', 'good', 'suboptimal', 'wrong'] as const;
const ACTIONS = ['continue', 'retry', 'modify_plan', 'abort'] as const;

export const OPINION_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['performance', 'quality', 'action', 'reasoning', 'improvements', 'confidence', 'lesson'],
  properties: {
    performance: { enum: PERFORMANCES },
    quality: { enum: QUALITIES },
    action: { enum: ACTIONS },
    reasoning: { type: 'string', description: 'The cause, and what to do about it.' },
    improvements: { type: 'array', items: { type: 'string' } },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    lesson: { type: 'string', description: 'One general sentence for the next attempt, or empty.' },
  },
};

/** Null: nothing in it can be read. What is left out is filled in as usual for a step that went so. */
export function readOpinion(text: string, success: boolean): Opinion | null {
  const found = firstObject(text);
  const said = found.found && isRecord(found.value) ? found.value : null;
  if (!said && text.trim() === '') return null;
  const conclusion = said && isRecord(said.conclusion) ? said.conclusion : {};
  const reasoning =
    textOf(said?.reasoning) ||
    textOf(said?.summary) ||
    textOf(conclusion.summary) ||
    (said ? '' : text.trim());
  if (reasoning === '' && said?.action === undefined && said?.suggestedAction === undefined) return null;
  const assessment = said && isRecord(said.assessment) ? said.assessment : {};
  return {
    performance:
      oneOf(PERFORMANCES, said?.performance ?? assessment.performance) ?? (success ? 'good' : 'poor'),
    quality: oneOf(QUALITIES, said?.quality ?? assessment.quality) ?? 'good',
    action: oneOf(ACTIONS, said?.action ?? said?.suggestedAction) ?? actionIn(reasoning),
    reasoning: reasoning.slice(0, 2_000),
    improvements: textsOf(said?.improvements ?? assessment.suggestedImprovements),
    confidence: confidenceIn(said?.confidence ?? conclusion.confidence),
    lesson: textOf(said?.lesson).slice(0, 400),
  };
}

/** In this order: who says "retry, else abort" means retry. */
function actionIn(words: string): Opinion['action'] {
  if (/\bretry|\btry again/i.test(words)) return 'retry';
  if (/\bmodif|\balternative/i.test(words)) return 'modify_plan';
  if (/\babort/i.test(words)) return 'abort';
  return 'continue';
}

/** 0.8, 80, "80 %" and "0.8" are the same; what is none is 0.7. */
function confidenceIn(value: Json | undefined): number {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return 0.7;
  return number > 1 ? Math.min(1, number / 100) : number;
}

function oneOf<T extends string>(names: readonly T[], value: Json | undefined): T | null {
  const said = textOf(value)
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return names.find((name) => name === said) ?? null;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '');
const textsOf = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [])
    .map((each: Json) => textOf(each).slice(0, 400))
    .filter((each) => each !== '')
    .slice(0, 5);
