import {
  type Json,
  type MissionAct,
  type MissionPlan,
  PHASES,
  RULE_AREAS,
  SEVERITIES,
  VERDICTS,
} from '@symphony/domain';
import { z } from 'zod';
import { charactersOf } from './characters.ts';

/**
 * Missions as they come in from outside. Here only their form is held; whether a plan can be played is
 * the conductor's to say, and what it says names the worker.
 */

export const MISSION_CHARACTERS = 1024 * 1024;

const name = z.string().min(1).max(200);
const words = z.string().max(100_000);
const many = z.array(z.string().max(1_000)).max(1_000);

export const phases = z.array(z.enum(PHASES)).max(PHASES.length);

const worker = z.strictObject({
  id: name,
  phase: z.enum(PHASES),
  title: words,
  task: words,
  scope: many,
  shares: many,
  needs: many,
  player: name.nullable(),
  // Any JSON, which has no end to describe; the size of the whole bounds it.
  rehearsal: (z.unknown() as unknown as z.ZodType<Json>).exactOptional(),
});

const rule = z.strictObject({
  severity: z.enum(SEVERITIES).nullable(),
  about: words.nullable(),
  worker: name.nullable(),
  verdict: z.enum(VERDICTS),
  instruction: words,
});

const limits = z.strictObject({
  cycles: z.number(),
  refinements: z.number(),
  escalations: z.number(),
  purges: z.number(),
  parallel: z.number().nullable(),
  usd: z.number().nullable(),
});

export const missionPlan = z
  .strictObject({
    name,
    title: words,
    request: words,
    understanding: words,
    criteria: z.array(z.strictObject({ text: words, check: words.nullable() })).max(1_000),
    phases,
    workers: z.array(worker).max(1_000),
    rules: z.array(rule).max(1_000),
    decider: name.nullable(),
    reviewer: name.nullable(),
    limits,
  })
  .refine((plan) => charactersOf(plan) <= MISSION_CHARACTERS, {
    error: 'a mission may have at most 1 MB',
  }) satisfies z.ZodType<MissionPlan>;

const deviation = z.strictObject({
  severity: z.enum(SEVERITIES),
  expected: words,
  discovered: words.min(1),
  action: words,
  reasoning: words,
  impact: words,
  affects: many.exactOptional(),
});

const text = words.min(1);
const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['understanding', 'requirement']), text }),
  z.strictObject({ kind: z.literal('rule'), area: z.enum(RULE_AREAS), text }),
]);

/** By its kind, so that every way in can ask for one of them. */
export const MISSION_ACTS = {
  approve: z.strictObject({ kind: z.literal('approve') }),
  pause: z.strictObject({ kind: z.literal('pause'), reason: words }),
  abort: z.strictObject({ kind: z.literal('abort'), reason: words }),
  resume: z.strictObject({ kind: z.literal('resume'), usd: z.number().min(0) }),
  decide: z.strictObject({
    kind: z.literal('decide'),
    deviation: name,
    verdict: z.enum(VERDICTS),
    instruction: words,
    rationale: words,
  }),
  tell: z.strictObject({ kind: z.literal('tell'), deviation }),
  discover: z.strictObject({
    kind: z.literal('discover'),
    discovery: z.strictObject({ title: words.min(1), detail: words, critical: z.boolean() }),
  }),
  understand: z.strictObject({ kind: z.literal('understand'), change, why: words }),
  answer: z.strictObject({ kind: z.literal('answer'), question: name.nullable(), text: words }),
} as const;

export const missionAct = z.discriminatedUnion('kind', [
  MISSION_ACTS.approve,
  MISSION_ACTS.pause,
  MISSION_ACTS.abort,
  MISSION_ACTS.resume,
  MISSION_ACTS.decide,
  MISSION_ACTS.tell,
  MISSION_ACTS.discover,
  MISSION_ACTS.understand,
  MISSION_ACTS.answer,
]) satisfies z.ZodType<MissionAct>;
