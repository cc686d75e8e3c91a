import { ADVICE_FILES, type AdviceKind, failureOf } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { openAdviceBook } from '../../src/advice/index.ts';
import { MemorySurvey } from '../../src/survey/memory/index.ts';

async function read(kind: AdviceKind, text: string) {
  const survey = new MemorySurvey({ [ADVICE_FILES[kind]]: text });
  return openAdviceBook(survey).read({ kind, commit: (await survey.commitOf('main')) ?? '' });
}

const problems = async (kind: AdviceKind, text: string): Promise<readonly string[]> => {
  const reading = await read(kind, text);
  return reading.ok ? [] : reading.problems;
};

const PLAN = 'title: T\nrequest: R\ncriteria: [x]\nworkers:\n  - { id: a, task: A, scope: src }\n';
const fenced = (text: string, language = 'json') => `Here it is:\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;

describe('M6 M8 advice is read from what was committed', () => {
  test('M6 a plan', async () => {
    const plan = { name: 'mission-plan', workers: [{ id: 'a' }] };
    expect(await read('plan', PLAN)).toMatchObject({ ok: true, advice: { kind: 'plan', plan } });
    expect(await read('plan', fenced(PLAN, 'yaml'))).toMatchObject({ ok: true, advice: { plan } });
  });

  const decided = {
    deviation: 'D1',
    verdict: 'rework',
    instruction: 'Use the other one.',
    rationale: 'Cheaper.',
  };
  test.each([
    ['as asked for', JSON.stringify({ decisions: [decided] })],
    ['in capitals', JSON.stringify({ decisions: [{ ...decided, verdict: 'REWORK' }] })],
    ['a bare list', JSON.stringify([decided])],
    ['in a fence', fenced(JSON.stringify({ decisions: [decided] }, null, 2))],
    [
      'with a comma too many',
      JSON.stringify({ decisions: [decided] }, null, 2).replace(/\}\n {2}\]/, '},\n  ]'),
    ],
  ])('M8 decisions, %s', async (_how, text) => {
    expect(await read('decide', text)).toEqual({
      ok: true,
      advice: { kind: 'decide', decisions: [decided] },
    });
  });

  test('M8 an instruction and a rationale may be left out', async () => {
    expect(await read('decide', '{"decisions":[{"deviation":"D1","verdict":"adopt"}]}')).toEqual({
      ok: true,
      advice: {
        kind: 'decide',
        decisions: [{ deviation: 'D1', verdict: 'adopt', instruction: '', rationale: '' }],
      },
    });
  });

  test.each([
    ['{"verdict":"approved"}', { verdict: 'approved', cause: null, reasons: [] }],
    [
      '{"verdict":"APPROVED","cause":null,"reasons":["Fine."]}',
      { verdict: 'approved', cause: null, reasons: ['Fine.'] },
    ],
    [
      fenced('{"verdict":"NEEDS_REFINEMENT","reasons":"No errors."}'),
      { verdict: 'needs-refinement', cause: null, reasons: ['No errors.'] },
    ],
    [
      '{"verdict":"FAILED","cause":"ARCHITECTURE_FLAW","reasons":["x"]}',
      { verdict: 'failed', cause: 'architecture-flaw', reasons: ['x'] },
    ],
    [
      '{"verdict":"failed","cause":"MODEL_LIMITATION","reasons":["x"]}',
      { verdict: 'failed', cause: 'model-limitation', reasons: ['x'] },
    ],
    ['{"verdict":"failed","reasons":["x"]}', { verdict: 'failed', cause: 'other', reasons: ['x'] }],
  ])('M6 the verdict %s', async (text, advice) => {
    expect(await read('judge', text)).toEqual({ ok: true, advice: { kind: 'judge', ...advice } });
  });
});

describe('M8 what does not fit is told so that it can be mended', () => {
  test('M8 a file that is not there is named', async () => {
    const survey = new MemorySurvey({ 'other.txt': 'x' });
    const commit = (await survey.commitOf('main')) ?? '';
    for (const [kind, file] of Object.entries(ADVICE_FILES))
      expect(await openAdviceBook(survey).read({ kind: kind as AdviceKind, commit })).toEqual({
        ok: false,
        problems: [`${file} is missing: write it at the top of the repository and commit it.`],
      });
  });

  test('M8 a commit that is not there is a failure, and a file that is too large is not', async () => {
    const gone = openAdviceBook(new MemorySurvey()).read({ kind: 'plan', commit: 'none' });
    expect(await gone.catch(failureOf)).toMatchObject({ code: 'missing' });
    expect(await problems('plan', 'x'.repeat(2 ** 20 + 1))).toEqual([
      'mission-plan.yaml is larger than 1 MB, so it is not read.',
    ]);
  });

  test.each<[AdviceKind, string, RegExp]>([
    [
      'plan',
      PLAN.replace('src', '../x'),
      /^mission-plan\.yaml, line 5: \.\.\/x leads out of the repository\./,
    ],
    ['plan', PLAN.replace('id:', 'name:'), /^mission-plan\.yaml, line 5: /],
    ['decide', '{ "decisions": [', /^mission-decisions\.json, line 1: this is not valid JSON\./],
    ['decide', '{ "decisions": [] }', /must be a list with one decision for each deviation\./],
    ['decide', '{}', /`decisions` (is missing|must be)/],
    [
      'decide',
      '[{\n"deviation": "D1",\n"verdict": "maybe" }]',
      /`decisions\[0\]\.verdict` must be `adopt` or `rework` or `reject`\./,
    ],
    ['decide', '[{ "deviation": 1, "verdict": "adopt" }]', /must be the name of a deviation/],
    [
      'decide',
      '[{"deviation":"D1","verdict":"adopt"},{"deviation":"D1","verdict":"reject"}]',
      /D1 is decided twice\./,
    ],
    ['judge', '"approved"', /The file must be a map/],
    ['judge', '{ "verdict": "good" }', /^mission-verdict\.json, line 1: `verdict` must be `approved` or/],
    ['judge', '{ "verdict": "failed" }', /`reasons` is empty\. Say why the verdict is failed\./],
    [
      'judge',
      '{ "verdict": "failed", "cause": "fate", "reasons": ["x"] }',
      /`cause` must be null or `architecture-flaw`/,
    ],
    ['judge', '{ "verdct": "approved" }', /Did you mean `verdict`\?|`verdict` is missing/],
  ])('M8 %s %j', async (kind, text, first) => {
    expect((await problems(kind, text))[0]).toMatch(first);
  });
});
