import type { Json } from '../work-item.ts';
import { conditionSteps } from './condition.ts';
import type { ExecutionStep } from './plan.ts';
import { segmentsOf } from './value-path.ts';

/**
 * `{{step_2_output}}` and `{{step_2_output.items.0.name}}` in a step's parameters stand for what an earlier step
 * gave (R11). `[0]` is understood like `.0`, because models write both.
 */
export interface StepReference {
  readonly step: number;
  readonly path: readonly string[];
  /** As it is written. */
  readonly text: string;
}

const PATH = String.raw`((?:\.[^\s{}.[\]]+|\[\d+\])*)`;
export const REFERENCE = new RegExp(String.raw`\{\{\s*step_(\d+)_output${PATH}\s*\}\}`, 'g');
const WHOLE = new RegExp(String.raw`^\s*\{\{\s*step_(\d+)_output${PATH}\s*\}\}\s*$`);

/** The reference a text is, when it is nothing else. */
export function wholeReference(text: string): StepReference | null {
  const found = WHOLE.exec(text);
  return found ? referenceOf(found) : null;
}

export const referenceOf = ([text, step, path]: readonly (string | undefined)[]): StepReference => ({
  step: Number(step),
  path: segmentsOf(path ?? ''),
  text: (text ?? '').trim(),
});

/** All references in the texts of a value, however deep, in objects and in lists. */
export function referencesIn(value: Json): StepReference[] {
  if (typeof value === 'string')
    return value.includes('{{') ? [...value.matchAll(REFERENCE)].map(referenceOf) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each: Json) => referencesIn(each));
}

/** What a step needs: `data` are steps whose output it is given, `order` those it only comes after. */
export interface StepNeeds {
  readonly data: readonly number[];
  /** Steps its condition speaks of. */
  readonly condition: readonly number[];
  readonly order: readonly number[];
}

export function needsOfStep(step: Pick<ExecutionStep, 'parameters' | 'dependsOn' | 'when'>): StepNeeds {
  const data = unique(referencesIn(step.parameters).map((reference) => reference.step));
  const condition = step.when === undefined ? [] : unique(conditionSteps(step.when));
  const order = unique(step.dependsOn).filter((each) => !data.includes(each) && !condition.includes(each));
  return { data, condition, order };
}

/** Every step it waits for, each once. */
export function stepNeeds(step: Pick<ExecutionStep, 'parameters' | 'dependsOn' | 'when'>): readonly number[] {
  const { data, condition, order } = needsOfStep(step);
  return unique([...data, ...condition, ...order]);
}

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)];
