import { failureOf, type ModelMessage, type ModelRequest } from '@symphony/domain';
import { stopReason } from '../cancellation.ts';
import type { Session } from '../session.ts';
import { type PlanAnswer, readAnswer } from './plan-answer.ts';
import { toldBack } from './plan-prompt.ts';

export interface StepsWanted {
  readonly purpose: 'plan' | 'replan';
  readonly format: NonNullable<ModelRequest['format']>;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly string[];
  /** The number of the first step that is asked for. */
  readonly first: number;
  /** Null: it can be used. `last`: it will not be asked again, so what merely could be better is let pass. */
  problemsOf(answer: PlanAnswer, last: boolean): readonly string[];
}

export type StepsWritten =
  | { readonly ok: true; readonly answer: PlanAnswer }
  /** Why not, in sentences, and the last plan the model wrote, which cannot be played as it is. */
  | { readonly ok: false; readonly problems: readonly string[]; readonly answer: PlanAnswer | null };

/** A model that is told once what is wrong with its answer usually mends it; one that is told twice usually does not. */
const TRIES = 2;

/** Has the strong model write steps. Rejects only when the session is stopped. */
export async function askForSteps(session: Session, wanted: StepsWanted): Promise<StepsWritten> {
  let { messages } = wanted;
  let failed: StepsWritten = { ok: false, problems: [], answer: null };
  for (let tries = 1; tries <= TRIES; tries++) {
    const written = await ask(session, wanted, messages);
    if (typeof written !== 'string') return written;
    const answer = readAnswer(written, wanted.tools, wanted.first);
    const problems = answer
      ? wanted.problemsOf(answer, tries === TRIES)
      : ['There is no plan in the answer.'];
    if (answer && problems.length === 0) return { ok: true, answer };
    failed = { ok: false, problems, answer };
    messages = [...wanted.messages, ...toldBack(written, problems)];
  }
  return failed;
}

async function ask(
  session: Session,
  { purpose, format }: StepsWanted,
  messages: readonly ModelMessage[],
): Promise<string | StepsWritten> {
  const tier = session.around.models.describe('strong') ? 'strong' : 'default';
  try {
    const answer = await session.ask({ tier, purpose, messages, format, temperature: 0.1 });
    return answer.text;
  } catch (error) {
    if (session.signal.aborted) throw stopReason(session.signal);
    return { ok: false, problems: [failureOf(error).message], answer: null };
  }
}
