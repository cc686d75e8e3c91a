import { type Advice, type AdvisedDecision, VERDICTS } from '@symphony/domain';
import { entry, filled, listOf, oneOf, text } from '../melody/schema.ts';
import { type Checker, checkerOf } from '../melody/schema-check.ts';
import { readYamlText } from '../yaml/index.ts';
import type { AdviceReading } from './reading.ts';

/** Decisions and verdicts as advising players write them, as JSON. */

type Judged = Extract<Advice, { kind: 'judge' }>;
type Fields = Readonly<Record<string, unknown>>;

const checkDecisions = checkerOf(
  entry({
    decisions: {
      ...listOf(
        entry({
          deviation: { ...filled, must: 'be the name of a deviation, such as "D1"' },
          verdict: oneOf(...VERDICTS),
          'instruction?': text,
          'rationale?': text,
        }),
      ),
      minItems: 1,
      must: 'be a list with one decision for each deviation',
    },
  }),
);

const CAUSES = ['architecture-flaw', 'model-limitation', 'other'] as const;
const checkVerdict = checkerOf(
  entry({
    verdict: oneOf('approved', 'needs-refinement', 'failed'),
    'cause?': { enum: [...CAUSES, null], must: `be null or ${oneOf(...CAUSES).must}`.replace('or be', 'or') },
    'reasons?': { ...listOf(filled), must: 'be a list of sentences' },
  }),
);

export function readDecisions(written: string): AdviceReading {
  const read = readAnswer(written, checkDecisions, (data) => ({
    decisions: listIn(Array.isArray(data) ? data : isMap(data) ? data.decisions : data),
  }));
  if (!read.ok) return read;
  const given = read.data.decisions as readonly Partial<AdvisedDecision>[];
  const twice = given.find(
    (each, at) => given.findIndex(({ deviation }) => deviation === each.deviation) !== at,
  );
  if (twice)
    return { ok: false, problems: [`${twice.deviation} is decided twice. Decide on each deviation once.`] };
  const advised = given.map((each) => ({ instruction: '', rationale: '', ...each }) as AdvisedDecision);
  return { ok: true, advice: { kind: 'decide', decisions: advised } };
}

export function readVerdict(written: string): AdviceReading {
  const read = readAnswer(written, checkVerdict, (data) =>
    isMap(data) ? worded({ ...data, ...one(data, 'reasons') }, ['verdict', 'cause']) : data,
  );
  if (!read.ok) return read;
  const { verdict, cause = null, reasons = [] } = read.data as unknown as Judged;
  if (verdict !== 'approved' && reasons.length === 0)
    return { ok: false, problems: [`\`reasons\` is empty. Say why the verdict is ${verdict}.`] };
  // Only a failure has something to blame, and it always has.
  const blamed = verdict === 'failed' ? (cause ?? 'other') : null;
  return { ok: true, advice: { kind: 'judge', verdict, cause: blamed, reasons } };
}

/** `even`: brings what means the same into one form before it is checked. */
function readAnswer(
  written: string,
  check: Checker,
  even: (data: unknown) => unknown,
):
  | { readonly ok: true; readonly data: Fields }
  | { readonly ok: false; readonly problems: readonly string[] } {
  // JSON is YAML too, so the same reader tells the line and forgives a comma too many.
  const { data, faults, lineNear } = readYamlText(written);
  const fault = faults[0];
  if (data === null || fault)
    return { ok: false, problems: [`line ${fault?.line ?? 1}: this is not valid JSON. Correct it.`] };
  const given = even(JSON.parse(data.json));
  const found = check(given, []);
  if (found.length === 0) return { ok: true, data: given as Fields };
  return {
    ok: false,
    problems: found.map(
      ({ path, sentence, nextStep }) =>
        `line ${lineNear(path) ?? lineNear(path.slice(1)) ?? 1}: ${sentence} ${nextStep}`,
    ),
  };
}

const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listIn = (data: unknown): unknown =>
  Array.isArray(data) ? data.map((each) => (isMap(each) ? worded(each, ['verdict']) : each)) : data;

/** A reason alone stands for a list of one. */
const one = (data: Fields, key: string): Fields =>
  typeof data[key] === 'string' ? { [key]: [data[key]] } : {};

/** `NEEDS_REFINEMENT` and `Needs refinement` are `needs-refinement`. */
const worded = (data: Fields, keys: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      keys.includes(key) && typeof value === 'string'
        ? value
            .trim()
            .toLowerCase()
            .replaceAll(/[\s_]+/g, '-')
        : value,
    ]),
  );
