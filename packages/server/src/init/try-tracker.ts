import type { TrackerFinding } from '@symphony/adapters/tracker/provider';
import { type Environment, resolveVariables } from '../config/index.ts';
import { readRemoteTracker } from '../trackers.ts';
import { answerWithin } from './answer-within.ts';
import { ANSWER_LIMIT_MS } from './find-agents.ts';
import type { TrackerAnswer } from './tracker.ts';

/**
 * Asks the tracker with what is about to be written, so that a mistake is seen while its author is still
 * there. Nothing is written anywhere. Never rejects, and takes no longer than a person waits.
 */
export async function tryTracker(
  { kind, provider }: TrackerAnswer,
  env: Environment,
  limitMs = ANSWER_LIMIT_MS,
): Promise<readonly TrackerFinding[]> {
  const { value, missing } = resolveVariables(provider, env, []);
  const [unset] = missing;
  if (unset)
    return [
      { level: 'problem', message: `The variable ${unset.name} is not set.`, nextStep: WAY_TO_KEY[kind] },
    ];
  const reading = await readRemoteTracker(kind, value, env);
  if (reading === null) return [];
  if (!reading.ok)
    return reading.problems.map(({ path, sentence }) => ({
      level: 'problem',
      message: `tracker.provider.${path.join('.')} ${sentence}`,
    }));
  const answer = await answerWithin(limitMs, () => reading.open({ active: [], terminal: [] }).check());
  if ('value' in answer) return answer.value;
  const why = answer.failed ?? `it did not answer within ${limitMs / 1000} s.`;
  return [{ level: 'problem', message: `${TITLES[kind]} could not be asked: ${why}` }];
}

const TITLES = { github: 'GitHub', linear: 'Linear' } as const;

const WAY_TO_KEY = {
  github:
    'Make a token on GitHub (Settings, Developer settings) and `export GITHUB_TOKEN=…` before you start Symphony.',
  linear:
    'Make a key in Linear (Settings, Security & access) and `export LINEAR_API_KEY=…` before you start Symphony.',
} as const;
