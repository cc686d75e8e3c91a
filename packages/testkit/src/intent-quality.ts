import type { IntentExample } from './intent-data.ts';

export interface IntentAnswer {
  readonly label: string;
  readonly confidence: number;
  readonly fast: boolean;
}

/** How a router does on requests it has not seen. */
export interface IntentQuality {
  /** Of requests that are for an intent: answered rightly, whether fast or not. */
  readonly accuracy: number;
  /** Of those: answered fast. */
  readonly coverage: number;
  /** Of those answered fast: rightly. */
  readonly fastAccuracy: number;
  /** Of requests for no intent: not answered fast. */
  readonly keptOut: number;
  /** Mean distance between confidence and truth, in fifteen steps: requests for an intent, and all. */
  readonly calibrationError: number;
  readonly calibrationErrorWithForeign: number;
  /** Milliseconds of one decision. */
  readonly medianMs: number;
  readonly p99Ms: number;
}

export function intentQuality(
  decide: (text: string) => IntentAnswer,
  known: readonly IntentExample[],
  foreign: readonly IntentExample[],
): IntentQuality {
  for (const { text } of known.slice(0, 200)) decide(text);
  const times: number[] = [];
  const asked = (text: string): IntentAnswer => {
    const began = performance.now();
    const answer = decide(text);
    times.push(performance.now() - began);
    return answer;
  };
  const inside = known.map(({ text, intent }) => {
    const answer = asked(text);
    return { ...answer, right: answer.label === intent };
  });
  const outside = foreign.map(({ text }) => ({ ...asked(text), right: false }));
  const fast = inside.filter((answer) => answer.fast);
  times.sort((a, b) => a - b);
  return {
    accuracy: share(inside, ({ right }) => right),
    coverage: fast.length / inside.length,
    fastAccuracy: share(fast, ({ right }) => right),
    keptOut: share(outside, (answer) => !answer.fast),
    calibrationError: calibrationError(inside),
    calibrationErrorWithForeign: calibrationError([...inside, ...outside]),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

const STEPS = 15;

function calibrationError(
  answers: readonly { readonly confidence: number; readonly right: boolean }[],
): number {
  const steps = Array.from({ length: STEPS }, () => ({ confidence: 0, right: 0 }));
  for (const { confidence, right } of answers) {
    const step = steps[Math.min(STEPS - 1, Math.floor(confidence * STEPS))]!;
    step.confidence += confidence;
    step.right += right ? 1 : 0;
  }
  return steps.reduce((sum, step) => sum + Math.abs(step.confidence - step.right), 0) / answers.length;
}

const share = <T>(all: readonly T[], holds: (one: T) => boolean): number =>
  all.filter(holds).length / Math.max(1, all.length);
