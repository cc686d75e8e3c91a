import { ADVICE_FILES, type AdviceBook, type AdviceKind, failureOf, type Survey } from '@symphony/domain';
import { readMission } from '../mission/index.ts';
import { readDecisions, readVerdict } from './answer.ts';
import type { AdviceReading } from './reading.ts';

/** Reads what advising players committed, each kind from its own file at the top of the repository. */
export function openAdviceBook(survey: Pick<Survey, 'read'>): AdviceBook {
  return {
    async read({ kind, commit }) {
      const file = ADVICE_FILES[kind];
      const text = await textAt(survey, commit, file);
      if (typeof text !== 'string') return { ok: false, problems: text.problems };
      const reading = READERS[kind](unfenced(text));
      return reading.ok
        ? reading
        : { ok: false, problems: reading.problems.map((problem) => `${file}, ${problem}`) };
    },
  };
}

async function textAt(
  survey: Pick<Survey, 'read'>,
  commit: string,
  file: string,
): Promise<string | { readonly problems: readonly string[] }> {
  try {
    const text = await survey.read(commit, file);
    return text ?? { problems: [`${file} is missing: write it at the top of the repository and commit it.`] };
  } catch (error) {
    const { code, message, nextStep } = failureOf(error);
    if (code !== 'invalid') throw error;
    return { problems: [[message, nextStep ?? ''].join(' ').trim()] };
  }
}

const READERS: Readonly<Record<AdviceKind, (text: string) => AdviceReading>> = {
  plan: readPlan,
  decide: readDecisions,
  judge: readVerdict,
};

function readPlan(text: string): AdviceReading {
  const { plan, problems } = readMission(text, { name: 'mission-plan' });
  if (plan !== null && problems.length === 0) return { ok: true, advice: { kind: 'plan', plan } };
  return {
    ok: false,
    problems: problems.map(({ line, sentence, nextStep }) => `line ${line ?? 1}: ${sentence} ${nextStep}`),
  };
}

/** Agents like to put an answer in a code block, and words around it. */
function unfenced(text: string): string {
  const block = /^[ \t]*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```[ \t]*$/m.exec(text);
  return block?.[1] ?? text;
}
