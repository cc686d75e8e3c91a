import { checkFlow, checkMelody, type Flow, type Melody } from '@symphony/domain';

/**
 * The domain's checks, for melodies that are still being written. They expect values of the right form,
 * and what was typed as JSON may be of any: then there is no verdict (null), and the daemon, which looks
 * at the form first, has the word.
 */
export const flowProblems = (flow: Flow) => judged(() => checkFlow(flow));

export const melodyProblems = (melody: Melody) => judged(() => checkMelody(melody));

function judged<T>(check: () => T): T | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
