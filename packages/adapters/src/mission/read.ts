import { checkMission, type MissionJudgement, type WrittenProblem } from '@symphony/domain';
import type { Finding } from '../melody/problem.ts';
import { checkerOf, didYouMean } from '../melody/schema-check.ts';
import { type FilePath, readYamlText } from '../yaml/index.ts';
import { type GivenMission, planOf } from './given.ts';
import { missionSchema, WORDS } from './schema.ts';
import { isMap, spelledOut } from './short-forms.ts';

const check = checkerOf(missionSchema);

/** A mission as people write it. `name` is what it is called unless it says so itself: its file's name. */
export function readMission(text: string, { name }: { readonly name: string }): MissionJudgement {
  const { faults, data, lineNear } = readYamlText(text);
  if (data === null || faults.length > 0) return { plan: null, problems: faults };
  // A copy, so that nothing in it is shared or of a special kind.
  const written: unknown = JSON.parse(data.json);
  if (!isMap(written)) {
    const sentence = 'A mission is a map of keys and values.';
    return unread([{ line: 1, sentence, nextStep: 'Begin with `title:` and `request:`.' }]);
  }
  const given = spelledOut(written);
  const shape = check(given, []);
  if (shape.length > 0)
    return unread(
      shape.map((found) => ({
        line: lineNear(found.path) ?? 1,
        sentence: found.sentence,
        nextStep: nearestWord(found, given) || found.nextStep,
      })),
    );
  const plan = planOf(given as unknown as GivenMission, name);
  const problems = checkMission(plan).map(({ where, sentence, nextStep }) => ({
    line: lineNear(where) ?? 1,
    sentence,
    nextStep,
  }));
  return { plan, problems };
}

const unread = (problems: readonly WrittenProblem[]): MissionJudgement => ({ plan: null, problems });

/** For a word that is none of those its key takes; empty where there is nothing to guess. */
function nearestWord({ path }: Finding, given: unknown): string {
  const known = WORDS[String(path.findLast((step) => typeof step === 'string'))];
  const value = valueAt(given, path);
  return known && typeof value === 'string' ? didYouMean(value, known).trim() : '';
}

function valueAt(data: unknown, path: FilePath): unknown {
  let value = data;
  for (const step of path) value = (value as Record<string | number, unknown> | null | undefined)?.[step];
  return value;
}
