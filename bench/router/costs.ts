import { gainOf, learnCosts } from '@symphony/runtime/router';
import {
  type CostCurve,
  costCurve,
  NO_PUBLIC_DATA,
  partOf,
  type TwoModelAnswer,
  twoModelAnswers,
} from '@symphony/testkit';
import type { Goal, Row } from './part.ts';

const PARTS = 5;
const DRAWS = 50;

/**
 * Weak or strong, on stored answers of two models. Every answer is routed by a model that was learned from other
 * parts; beside it stand drawing lots, the length of the prompt, and knowing who is right.
 */
export async function measureCosts(): Promise<Row[]> {
  const answers = twoModelAnswers();
  if (!answers) throw new Error(`This cannot be measured: ${NO_PUBLIC_DATA}.`);
  const ours = curveOf(answers, routed(answers));
  const length = curveOf(answers, (answer) => answer.prompt.length);
  const oracle = curveOf(answers, ({ weak, strong }) => Number(strong) - Number(weak));
  const lots = Array.from({ length: DRAWS }, (_, draw) =>
    curveOf(answers, ({ id }) => partOf(`${draw}/${id}`, 1_000_003)),
  );
  const row = (what: string, read: (curve: CostCurve) => number, goal: Goal | null = null): Row => ({
    set: `GSM8K, ${answers.length} prompts`,
    what,
    ours: read(ours),
    beside: {
      random: lots.reduce((sum, curve) => sum + read(curve), 0) / DRAWS,
      'length of the prompt': read(length),
      oracle: read(oracle),
    },
    goal,
  });
  return [
    row('gap closed on average (APGR)', ({ closed }) => closed, { atLeast: 0.55 }),
    row('strong calls for 20 % of the gap (CPT 20)', (curve) => curve.shareFor(0.2)),
    row('strong calls for 50 % of the gap (CPT 50)', (curve) => curve.shareFor(0.5), { atMost: 0.45 }),
    row('strong calls for 80 % of the gap (CPT 80)', (curve) => curve.shareFor(0.8)),
    row("strong calls at the strong model's quality", (curve) => curve.shareFor(1)),
    row('quality, weak model alone', ({ weakQuality }) => weakQuality),
    row('quality, strong model alone', ({ strongQuality }) => strongQuality),
  ];
}

function routed(answers: readonly TwoModelAnswer[]): (answer: TwoModelAnswer) => number {
  const models = Array.from({ length: PARTS }, (_, part) =>
    learnCosts(answers.filter(({ id }) => partOf(id, PARTS) !== part)),
  );
  return ({ id, prompt }) => gainOf(models[partOf(id, PARTS)]!, prompt);
}

const curveOf = (answers: readonly TwoModelAnswer[], gain: (answer: TwoModelAnswer) => number): CostCurve =>
  costCurve(answers.map((answer) => ({ weak: answer.weak, strong: answer.strong, gain: gain(answer) })));
