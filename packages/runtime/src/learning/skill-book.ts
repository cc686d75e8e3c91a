import type { Cabinet, ExecutionPlan, ExecutionStep, Instant, Json, Names } from '@symphony/domain';
import { confidenceOf, NOTHING_SEEN, noted } from './beta.ts';
import { filledIn, generalise, givenBy, type Skill, type SkillStep } from './skill.ts';
import { sharedWords } from './wording.ts';

/** Why a plan may become a skill. */
export type Verification =
  /** Something outside the agent looked and found it right: tests, a state, a person. */
  | { readonly kind: 'check'; readonly passed: boolean; readonly what: string }
  /** A verifier's word. */
  | { readonly kind: 'verifier'; readonly said: 'yes' | 'no' | 'unsure'; readonly what: string };

export type Promotion =
  | { readonly promoted: true; readonly skill: Skill; readonly how: 'new' | 'new-version' | 'confirmed' }
  | { readonly promoted: false; readonly reason: string };

export interface SkillFound {
  readonly skill: Skill;
  readonly likeness: number;
  readonly confidence: number;
  /** The steps for this request; null: it is like the skill's, but does not give all it needs. */
  readonly steps: readonly SkillStep[] | null;
}

const DRAWER = 'skills';
const LEAST_LIKENESS = 0.5;
/** One failure after one fresh success is borne; a second is not. */
const LEAST_CONFIDENCE = 0.45;
const MOST_SKILLS = 2_000;

/** Skills in all their versions. A version is never changed but for what is counted of it, and never removed. */
export class SkillBook {
  readonly #cabinet: Cabinet;
  readonly #names: Names;

  constructor(cabinet: Cabinet, names: Names) {
    this.#cabinet = cabinet;
    this.#names = names;
  }

  /** Only after verified success of every step; else it says why not. */
  promote(plan: ExecutionPlan, verification: Verification, now: Instant): Promotion {
    const refusal = whyNot(plan, verification);
    if (refusal !== null) return { promoted: false, reason: refusal };
    const shape = generalise(plan);
    const versions = this.all(now).filter((each) => sameForm(each.template, shape.template));
    const success = { success: true, at: now } as const;
    const same = versions.find((each) => each.retired === null && sameSteps(each.steps, shape.steps));
    if (same) {
      const skill = this.#keep({ ...same, counts: noted(same.counts, success) }, now);
      return { promoted: true, skill, how: 'confirmed' };
    }
    const newest = versions[0];
    const skill = this.#keep(
      {
        ...shape,
        id: newest?.id ?? this.#names('skill'),
        version: (newest?.version ?? 0) + 1,
        counts: noted(NOTHING_SEEN, success),
        createdAt: now,
        verifiedBy: verification.what,
        retired: null,
      },
      now,
    );
    return { promoted: true, skill, how: newest ? 'new-version' : 'new' };
  }

  /** The newest version of each that is still offered, those most like the request first. */
  find(request: string, now: Instant, most = 5): readonly SkillFound[] {
    const current = new Map<string, Skill>();
    for (const skill of this.all(now))
      if (skill.retired === null && !current.has(skill.id)) current.set(skill.id, skill);
    return [...current.values()]
      .map((skill) => {
        const given = givenBy(request, skill);
        return {
          skill,
          likeness: given ? 1 : sharedWords(request, skill.template),
          confidence: confidenceOf(skill.counts, now),
          steps: given && filledIn(skill, given),
        };
      })
      .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
      .sort((a, b) => b.likeness * b.confidence - a.likeness * a.confidence)
      .slice(0, most);
  }

  /** How it went when it was played again. What fails more than it works is retired; an older version may return. */
  report(id: string, version: number, success: boolean, now: Instant, why = ''): Skill | null {
    const skill = this.#read(id, version, now);
    if (!skill) return null;
    const counts = noted(skill.counts, { success, at: now });
    const retired =
      !success && confidenceOf(counts, now) < LEAST_CONFIDENCE
        ? `It fails too often. ${why}`.trim()
        : skill.retired;
    return this.#keep({ ...skill, counts, retired }, now);
  }

  /** Every version, newest version of a skill before its older ones. */
  all(now: Instant): readonly Skill[] {
    return this.#cabinet
      .list(DRAWER, now, MOST_SKILLS)
      .map(({ value }) => value as Skill)
      .sort((a, b) => b.version - a.version);
  }

  #read(id: string, version: number, now: Instant): Skill | null {
    return this.#cabinet.get(DRAWER, keyOf(id, version), now) as Skill | null;
  }

  #keep(skill: Skill, now: Instant): Skill {
    this.#cabinet.put([{ drawer: DRAWER, key: keyOf(skill.id, skill.version), value: skill, at: now }]);
    return skill;
  }
}

function whyNot({ status, steps }: ExecutionPlan, verification: Verification): string | null {
  if (steps.length === 0) return 'The plan has no steps.';
  if (status !== 'completed') return `The plan is ${status}, not completed.`;
  const undone = steps.find((step) => !isDone(step));
  if (undone) return `Step ${undone.stepNumber} is ${undone.status}; only what worked is worth doing again.`;
  if (verification.kind === 'check')
    return verification.passed ? null : `The check did not pass: ${verification.what}`;
  return verification.said === 'yes' ? null : `The verifier said ${verification.said}: ${verification.what}`;
}

/** What its own condition skipped is as it should be. */
const isDone = ({ status, when, error }: ExecutionStep): boolean =>
  status === 'completed' || (status === 'skipped' && when !== undefined && error === undefined);

const keyOf = (id: string, version: number): string => `${id}@${version}`;
const sameForm = (a: string, b: string): boolean => formOf(a) === formOf(b);
/** What a hole is called does not matter. */
const formOf = (template: string): string =>
  template
    .replace(/\{\{given\.\w+\}\}/g, '*')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
const sameSteps = (a: readonly SkillStep[], b: readonly SkillStep[]): boolean => played(a) === played(b);
/** Descriptions are words about a step, not the step. Names of holes are told apart by their order. */
function played(steps: readonly SkillStep[]): string {
  const order = new Map<string, number>();
  const text = JSON.stringify(
    steps.map(
      ({ toolName, parameters, dependsOn, when }): Json => [
        toolName,
        sorted(parameters),
        [...dependsOn],
        when ?? null,
      ],
    ),
  );
  return text.replace(/\{\{given\.(\w+)\}\}/g, (_, name: string) => {
    if (!order.has(name)) order.set(name, order.size);
    return `{{${order.get(name)}}}`;
  });
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
