import { type Complexity, failureOf, type ModelMessage } from '@symphony/domain';
import { stopReason } from '../cancellation.ts';
import type { Assessment } from '../engines.ts';
import { complexityOf, features } from '../request/features.ts';
import type { Session } from '../session.ts';
import { jsonInText } from './json-in-text.ts';

/** What can be counted without a model; `unsure` when the counts do not settle it. */
export type Estimate = (request: string) => Complexity | 'unsure';

const count: Estimate = (request) => complexityOf(features(request));

const COMPLEXITIES = ['simple', 'multi_step', 'complex'] satisfies Complexity[];

const FORMAT = {
  name: 'complexity',
  schema: {
    type: 'object',
    properties: { complexity: { enum: COMPLEXITIES }, why: { type: 'string' } },
    required: ['complexity', 'why'],
    additionalProperties: false,
  },
};

const RULES = `Say how much work a request is. Answer with JSON: {"complexity": …, "why": one short sentence}.
simple: one call of one tool, or words alone, do it.
multi_step: two to four calls, known in advance.
complex: more than that, or what is done depends on what is found.`;

/**
 * How much there is to a request (R13). Counts first; only when they do not settle it a weak model is asked, once. When that fails too the request counts as
 * `multi_step`: planning a simple request costs one more call and ends in the same answer, while a large one that is
 * taken for simple is begun without any overview. Rejects only when the session is stopped.
 */
export async function assess(session: Session, estimate = count): Promise<Assessment> {
  const counted = estimate(session.task);
  if (counted !== 'unsure') return { complexity: counted, why: 'What it asks for can be counted.' };
  const tier = session.around.models.describe('weak') ? 'weak' : 'default';
  try {
    const messages: ModelMessage[] = [
      { role: 'system', text: RULES },
      { role: 'user', text: session.task },
    ];
    const { text } = await session.ask({
      tier,
      purpose: 'assess',
      messages,
      format: FORMAT,
      temperature: 0,
      maxOutputTokens: 300,
    });
    return read(text) ?? planned('the model that was asked gave no usable answer');
  } catch (error) {
    if (session.signal.aborted) throw stopReason(session.signal);
    return planned(failureOf(error).message);
  }
}

function read(text: string): Assessment | null {
  const { complexity, why } = (jsonInText(text) ?? {}) as { complexity?: unknown; why?: unknown };
  const known = COMPLEXITIES.find((each) => each === complexity);
  if (!known) return null;
  return {
    complexity: known,
    why: typeof why === 'string' && why.trim() !== '' ? why.trim() : 'A model said so.',
  };
}

const planned = (reason: string): Assessment => ({
  complexity: 'multi_step',
  why: `Nobody could tell, so it is planned: ${reason}`,
});
