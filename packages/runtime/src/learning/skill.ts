import type { ExecutionPlan, Instant, Json } from '@symphony/domain';
import type { Counts } from './beta.ts';

/**
 * A plan that was seen to work, with what was particular about it left open (R16). It is played again by filling in
 * what a new request gives.
 */
export type Skill = {
  readonly id: string;
  readonly version: number;
  /** The request it came from; `{{given.city}}` where something is left open. */
  readonly template: string;
  readonly parameters: readonly SkillParameter[];
  readonly steps: readonly SkillStep[];
  readonly counts: Counts;
  readonly createdAt: Instant;
  /** Why it may be trusted, in a person's words. */
  readonly verifiedBy: string;
  /** Why it is no longer offered; null: it is. */
  readonly retired: string | null;
};

export type SkillParameter = {
  readonly name: string;
  readonly type: 'text' | 'number';
  readonly example: string | number;
};

export type SkillStep = {
  readonly stepNumber: number;
  readonly toolName: string;
  readonly description: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly dependsOn: readonly number[];
  readonly when?: string;
};

export type SkillShape = Pick<Skill, 'template' | 'parameters' | 'steps'>;

const SHORTEST = 2;
/** Holes and length are bounded because a request is held against every template. */
const MOST_PARAMETERS = 6;
const LONGEST_REQUEST = 2_000;
const HOLES = /\{\{given\.(\w+)\}\}/g;
const hole = (name: string): string => `{{given.${name}}}`;

/**
 * Lifts out of a plan what its request gave: each text or number among the steps' parameters that the request says
 * in so many words becomes a parameter, named as the first step that uses it names it. References to earlier
 * outputs stay as they are.
 */
export function generalise(plan: Pick<ExecutionPlan, 'request' | 'steps'>): SkillShape {
  const lifted = new Map<string, SkillParameter | null>();
  for (const { parameters } of plan.steps) collect(parameters, 'value', plan.request, lifted);
  const template = opened(plan.request, lifted);
  const kept = new Map(
    [...lifted.values()].flatMap((each) =>
      each && template.includes(hole(each.name)) ? [[keyOf(each.example), each] as const] : [],
    ),
  );
  return {
    template,
    parameters: [...kept.values()],
    steps: plan.steps.map((step) => ({
      stepNumber: step.stepNumber,
      toolName: step.toolName,
      description: opened(step.description, kept),
      parameters: changed(step.parameters, (leaf) => {
        const parameter = kept.get(keyOf(leaf));
        return parameter ? hole(parameter.name) : leaf;
      }) as SkillStep['parameters'],
      dependsOn: step.dependsOn,
      ...(step.when === undefined ? {} : { when: step.when }),
    })),
  };
}

/** What a request gives for the holes of a template; null: it is not of that form. */
export function givenBy(
  request: string,
  { template, parameters }: Pick<Skill, 'template' | 'parameters'>,
): Record<string, string | number> | null {
  if (request.length > LONGEST_REQUEST) return null;
  const names: string[] = [];
  const source = template
    .split(HOLES)
    .map((piece, index) => {
      if (index % 2 === 0) return escaped(piece).replace(/\s+/g, '\\s+');
      names.push(piece);
      return '(.+?)';
    })
    .join('');
  const match = new RegExp(`^\\s*${source}\\s*$`, 'iu').exec(request);
  if (!match) return null;
  const given: Record<string, string | number> = {};
  for (const [index, name] of names.entries()) {
    const said = (match[index + 1] ?? '').trim();
    const numeric = parameters.find((each) => each.name === name)?.type === 'number';
    if (numeric && !Number.isFinite(Number(said))) return null;
    const value = numeric ? Number(said) : said;
    if (Object.hasOwn(given, name) && given[name] !== value) return null;
    given[name] = value;
  }
  return given;
}

/** The steps for what is given. A hole that is a whole text takes the value as it is; null: something is missing. */
export function filledIn(
  { steps, parameters }: Pick<Skill, 'steps' | 'parameters'>,
  given: Readonly<Record<string, string | number>>,
): readonly SkillStep[] | null {
  if (parameters.some(({ name }) => given[name] === undefined)) return null;
  return steps.map((step) => ({
    ...step,
    description: step.description.replace(HOLES, (whole, name: string) => String(given[name] ?? whole)),
    parameters: changed(step.parameters, (leaf) => {
      const name = /^\{\{given\.(\w+)\}\}$/.exec(String(leaf))?.[1];
      return name === undefined ? leaf : (given[name] ?? leaf);
    }) as SkillStep['parameters'],
  }));
}

/** Null under a value's spelling: it is a text here and a number there, so it stays as it is. */
type Lifted = Map<string, SkillParameter | null>;

function collect(value: Json, name: string, request: string, into: Lifted): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (!isSaid(value, request)) return;
    const type = typeof value === 'number' ? 'number' : 'text';
    const known = into.get(keyOf(value));
    if (known === undefined && into.size < MOST_PARAMETERS)
      into.set(keyOf(value), { name: freeName(name, into), type, example: value });
    else if (known && known.type !== type) into.set(keyOf(value), null);
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, name, request, into);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, each] of Object.entries(value)) collect(each, key, request, into);
  }
}

function isSaid(value: string | number, request: string): boolean {
  const text = String(value).trim();
  if (typeof value === 'string' && (text.length < SHORTEST || text.includes('{{'))) return false;
  return new RegExp(spelled(text), 'iu').test(request);
}

/** In one pass, so that nothing is looked for in what was put in; longest first, because "York" is in "New York". */
function opened(text: string, lifted: ReadonlyMap<string, SkillParameter | null>): string {
  const spellings = [...lifted.values()]
    .flatMap((each) => (each ? [String(each.example).trim()] : []))
    .sort((a, b) => b.length - a.length);
  if (spellings.length === 0) return text;
  return text.replace(new RegExp(spellings.map(spelled).join('|'), 'giu'), (said) => {
    const parameter = lifted.get(keyOf(said));
    return parameter ? hole(parameter.name) : said;
  });
}

/** Whole words only: 5 is not said by "15". */
const spelled = (text: string): string => `(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const keyOf = (value: string | number): string => String(value).trim().toLowerCase();

function freeName(wanted: string, taken: Lifted): string {
  const names = new Set([...taken.values()].map((each) => each?.name));
  const plain = wanted.replace(/\W+/g, '_') || 'value';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? plain : `${plain}_${count}`;
    if (!names.has(name)) return name;
  }
}

function changed(value: Json, leaf: (value: string | number) => Json): Json {
  if (typeof value === 'string' || typeof value === 'number') return leaf(value);
  if (Array.isArray(value)) return value.map((each) => changed(each, leaf));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, leaf)]));
}
