import type { Instant } from '@symphony/domain';
import type { Experience, Learned } from '../learning/experience.ts';
import { patternOf } from '../learning/wording.ts';
import type { MagicParams } from './magic.ts';

export type LearnedFrom = {
  readonly learned: boolean;
  readonly learningUpdated: boolean;
  readonly patternUpdated: boolean;
  readonly patternId: string | null;
  readonly confidence: number | null;
  readonly learningValue: 'high' | 'low';
  readonly insights: readonly string[];
  readonly recommendations: readonly string[];
};

/** The person stopped it, there is no such tool, it was not allowed: nothing of that is the tool's doing. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['E3001', 'E5002', 'E8001']);
/** Whatever was asked. */
const ANY_PATTERN = '*';
const SLOW_MS = 10_000;
const QUICK_MS = 100;

export function learnFrom(
  params: MagicParams['learn_from_execution'],
  experience: Experience,
  now: Instant,
): LearnedFrom {
  const { toolName, success, executionTime, userFeedback = 'neutral', context = {}, errorCode = '' } = params;
  if (!success && SAYS_NOTHING.has(errorCode)) return NOTHING_LEARNED;
  const pattern = (context.pattern ?? patternOf(context.task ?? '')) || ANY_PATTERN;
  const before = experience.of('pattern-tool', pattern, toolName, now);
  const isNew = !before && !experience.all('pattern-tool', now).some(({ choice }) => choice === toolName);
  const [after] = experience.learn([
    {
      pairing: 'pattern-tool',
      subject: pattern,
      choice: toolName,
      // The person's word is a signal from outside, and goes before the tool's own.
      success: success && userFeedback !== 'negative',
      weight: userFeedback === 'positive' ? 1.5 : 1,
      at: now,
      ...(executionTime === undefined ? {} : { latencyMs: executionTime }),
    },
  ]);
  const surprising = isSurprising(success, before);
  return {
    learned: true,
    learningUpdated: true,
    patternUpdated: before !== null,
    patternId: after?.id ?? null,
    confidence: after?.confidence ?? null,
    learningValue: isNew || surprising !== null ? 'high' : 'low',
    insights: [
      ...(isNew ? [`${toolName} was used for the first time.`] : []),
      ...(surprising === null ? [] : [surprising]),
      ...(executionTime !== undefined && executionTime > SLOW_MS
        ? [`${toolName} was slow: ${executionTime} ms.`]
        : []),
      ...(executionTime !== undefined && executionTime < QUICK_MS ? [`${toolName} was quick.`] : []),
    ],
    recommendations: recommendationsFor(params),
  };
}

const NOTHING_LEARNED: LearnedFrom = {
  learned: false,
  learningUpdated: false,
  patternUpdated: false,
  patternId: null,
  confidence: null,
  learningValue: 'low',
  insights: [],
  recommendations: [],
};

function isSurprising(success: boolean, before: Learned | null): string | null {
  if (!before) return null;
  if (success && before.confidence < 0.8) return `${before.choice} worked and was not sure to.`;
  if (!success && before.confidence > 0.7)
    return `${before.choice} failed although it usually works: investigation needed.`;
  return null;
}

function recommendationsFor({
  toolName,
  success,
  userFeedback,
  errorDetails,
}: MagicParams['learn_from_execution']): readonly string[] {
  return [
    ...(success
      ? []
      : [`Find out why ${toolName} failed${errorDetails ? `: ${errorDetails.slice(0, 200)}` : '.'}`]),
    ...(userFeedback === 'negative' ? [`Do not use ${toolName} for this again before asking.`] : []),
    ...(userFeedback === 'positive' ? [`Use ${toolName} for this again.`] : []),
  ];
}
