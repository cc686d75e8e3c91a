import type { Json } from '../work-item.ts';
import { type Condition, parseCondition } from './condition-parser.ts';
import { valueAt } from './value-path.ts';

/**
 * The conditions of plans (`when`, R11): comparisons over earlier outputs, joined by `and`, `or`, `not`. There are
 * no calls and no loops in them: reading one costs as much as it is long, whoever wrote it.
 *
 *     step_1_output.rain > 0.5 and not (step_2_output.title contains "holiday")
 */
export type ReadCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly problem: string };

export const readCondition = (text: string): ReadCondition => parseCondition(text);

/** The steps whose outputs it looks at. One that cannot be read looks at none. */
export function conditionSteps(text: string): number[] {
  const read = readCondition(text);
  return read.ok ? stepsIn(read.condition) : [];
}

function stepsIn(condition: Condition): number[] {
  switch (condition.kind) {
    case 'literal':
      return [];
    case 'path':
      return [condition.step];
    case 'not':
      return stepsIn(condition.inner);
    default:
      return [...stepsIn(condition.left), ...stepsIn(condition.right)];
  }
}

/** What a step gave, by its number; undefined: it was left out. */
export type OutputOf = (step: number) => Json | undefined;

/**
 * Whether it holds. What is not there is `null`, so that "is there a warning?" can be asked. Throws a plain sentence
 * when two values cannot be compared: a step whose condition nobody can decide must not be played.
 */
export const holds = (condition: Condition, outputOf: OutputOf): boolean =>
  isTrue(evaluate(condition, outputOf));

function evaluate(condition: Condition, outputOf: OutputOf): Json {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'path':
      return valueAt(outputOf(condition.step), condition.path) ?? null;
    case 'not':
      return !holds(condition.inner, outputOf);
    case 'and':
      return holds(condition.left, outputOf) && holds(condition.right, outputOf);
    case 'or':
      return holds(condition.left, outputOf) || holds(condition.right, outputOf);
    default:
      return compare(condition.kind, evaluate(condition.left, outputOf), evaluate(condition.right, outputOf));
  }
}

function compare(operator: Comparison, left: Json, right: Json): boolean {
  switch (operator) {
    case '==':
      return sameJson(left, right);
    case '!=':
      return !sameJson(left, right);
    case 'contains':
      return contains(left, right);
    default:
      return ordered(operator, left, right);
  }
}

type Comparison = Exclude<Condition['kind'], 'literal' | 'path' | 'not' | 'and' | 'or'>;

function contains(whole: Json, part: Json): boolean {
  if (Array.isArray(whole)) return whole.some((each: Json) => sameJson(each, part));
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
  if (typeof whole === 'object' && whole !== null)
    return typeof part === 'string' && Object.hasOwn(whole, part);
  return false;
}

function ordered(operator: '<' | '<=' | '>' | '>=', left: Json, right: Json): boolean {
  // Nothing is neither more nor less than anything.
  if (left === null || right === null) return false;
  const numbers = typeof left === 'number' && typeof right === 'number';
  if (!numbers && !(typeof left === 'string' && typeof right === 'string'))
    throw new Error(`${told(left)} and ${told(right)} cannot be compared with ${operator}`);
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

const told = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
};

/** `false`, `null`, 0, an empty text and an empty list do not hold; everything else does. */
const isTrue = (value: Json): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const [one, other] = [a as Record<string, Json>, b as Record<string, Json>];
  return keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key] as Json, other[key] as Json));
}
