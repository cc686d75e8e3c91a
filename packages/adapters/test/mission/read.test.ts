import { readFileSync } from 'node:fs';
import { checkMission, USUAL_LIMITS } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMission, readMission } from '../../src/mission/index.ts';
import { anyMission } from './any-mission.ts';

const read = (text: string) => readMission(text, { name: 'from-file' });

/** What is wrong, each as `line: sentence nextStep`. */
const complaints = (text: string): string[] =>
  read(text).problems.map(({ line, sentence, nextStep }) => {
    expect(nextStep).toMatch(/[.?]$/);
    return `${line}: ${sentence} ${nextStep}`;
  });

const SMALL = `title: T
request: R
criteria: [It works.]
workers:
  - { id: a, task: Do it, scope: src/** }
`;

describe('M6 a mission file', () => {
  test('M6 short forms and what is left out', () => {
    expect(read(SMALL)).toEqual({
      problems: [],
      plan: {
        name: 'from-file',
        title: 'T',
        request: 'R',
        understanding: 'R',
        criteria: [{ text: 'It works.', check: null }],
        phases: ['implementation'],
        workers: [
          {
            id: 'a',
            phase: 'implementation',
            title: 'Do it',
            task: 'Do it',
            scope: ['src/**'],
            shares: [],
            needs: [],
            player: null,
          },
        ],
        rules: [],
        decider: null,
        reviewer: null,
        limits: USUAL_LIMITS,
      },
    });
  });

  test('M6 everything that may be said', () => {
    const { plan, problems } = read(`name: m
title: T
request: R
understanding: U
criteria:
  - { text: It works., check: npm test }
phases: [architecture, implementation]
decider: careful
reviewer: strict
limits: { cycles: 2, usd: 3.5 }
rules:
  - { severity: major, about: format, worker: a, verdict: reject, instruction: No. }
  - verdict: adopt
workers:
  - { id: z, phase: architecture, title: Z, scope: docs/z.md }
  - id: a
    title: A
    task: |
      First line
      and more
    scope: [src/a/**, lib]
    needs: z
    player: quick
    rehearsal: { worker: [{ say: hello }], rework: [] }
`);
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({
      name: 'm',
      understanding: 'U',
      criteria: [{ text: 'It works.', check: 'npm test' }],
      limits: { ...USUAL_LIMITS, cycles: 2, usd: 3.5 },
      rules: [
        { severity: 'major', about: 'format', worker: 'a', verdict: 'reject', instruction: 'No.' },
        { severity: null, about: null, worker: null, verdict: 'adopt', instruction: '' },
      ],
      workers: [
        { id: 'z', phase: 'architecture', title: 'Z', task: '' },
        {
          task: 'First line\nand more\n',
          scope: ['src/a/**', 'lib'],
          needs: ['z'],
          rehearsal: { worker: [{ say: 'hello' }], rework: [] },
        },
      ],
    });
  });

  test('M6 phases are those that workers name, in their order', () => {
    const text = `${SMALL}  - { id: b, phase: architecture, task: B, scope: docs }\n`;
    expect(read(text).plan?.phases).toEqual(['architecture', 'implementation']);
  });
});

describe('M6 every problem has its line and what to do', () => {
  test.each([
    ['title: [', /^1: The file is not valid YAML/],
    ['- a', /^1: A mission is a map of keys and values\. Begin with/],
    ['', /^1: `workers` is missing\./],
    [`${SMALL}title: twice\n`, /^6: `title` is given twice\./],
    [`${SMALL}critera: x\n`, /^6: `critera` is not known at the top\. Did you mean `criteria`\?/],
    [
      SMALL.replace('task: Do', 'taks: Do'),
      /^5: `taks` is not known in `workers\[0\]`\. Did you mean `task`\?/,
    ],
    [SMALL.replace('[It works.]', '[3]'), /^3: `criteria\[0\]` must be a sentence, or a map/],
    [`${SMALL}    phase: x\n`, /^6: /],
    [
      SMALL.replace('id: a,', 'id: a, phase: implmentation,'),
      /^5: `workers\[0\]\.phase` must be .* Did you mean `implementation`\?$/,
    ],
    [`${SMALL}phases: [architectur]\n`, /^6: `phases\[0\]` must be .* Did you mean `architecture`\?$/],
    [`${SMALL}rules:\n  - verdict: adapt\n`, /^7: `rules\[0\]\.verdict` must be .* Did you mean `adopt`\?$/],
    [`${SMALL}limits: { cycles: many }\n`, /^6: `limits\.cycles` must be a number\./],
    [`${SMALL}limits: { cycles: 0 }\n`, /^6: `limits\.cycles` is 0\./],
    [`${SMALL}name: Not so\n`, /^6: `Not so` cannot be the name of a mission\./],
    [SMALL.replace('title: T\n', ''), /^1: The mission has no title\./],
    [SMALL.replace('[It works.]', '[]'), /^3: The mission does not say when it is done\./],
    [SMALL.replace('src/**', '../x'), /^5: \.\.\/x leads out of the repository\./],
    [
      `${SMALL}  - { id: b, task: B, scope: src/b.ts }\n`,
      /^6: b \(src\/b\.ts\) and a \(src\/\*\*\) own the same files\./,
    ],
    [`${SMALL}  - { id: b, task: B, scope: lib, needs: [c] }\n`, /^6: b needs c, whom nobody knows\./],
    [SMALL.replace('id: a', 'id: 1'), /^5: `workers\[0\]\.id` must be text that is not empty\./],
    [SMALL.replace('{ id: a, task: Do it, scope: src/** }', 'x'), /^5: `workers\[0\]` must be a map/],
    [
      'title: T\nrequest: R\ncriteria: [x]\nworkers: []\n',
      /^4: `workers` must be a list of at least one worker\./,
    ],
  ])('M6 %j', (text, complaint) => {
    expect(complaints(text)).toContainEqual(expect.stringMatching(complaint));
  });

  test('M6 what can be read is given although it is not right', () => {
    expect(read(SMALL.replace('[It works.]', '[]')).plan?.workers).toHaveLength(1);
    expect(read(SMALL.replace('[It works.]', '[3]')).plan).toBeNull();
  });

  test('M6 law: no text makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(read(text).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('M6 writing a mission', () => {
  test('M6 law: it is read back as it was', () => {
    fc.assert(
      fc.property(anyMission, (plan) => {
        expect(checkMission(plan)).toEqual([]);
        expect(readMission(formatMission(plan), { name: 'x' })).toEqual({ plan, problems: [] });
      }),
      { numRuns: 150 },
    );
  });

  test('M6 is what a person would write', () => {
    const { plan } = read(
      `${SMALL}  - { id: b, task: "One\\ntwo\\n", scope: [x, y], needs: [a], shares: [a] }\n`,
    );
    expect(plan && formatMission(plan)).toBe(`name: from-file
title: T
request: R

criteria:
  - It works.

workers:
  - id: a
    task: Do it
    scope: [ src/** ]

  - id: b
    task: |
      One
      two
    scope: [ x, y ]
    needs: [ a ]
    shares: [ a ]
`);
  });
});

describe('M6 the reference', () => {
  const page = readFileSync(new URL('../../../../docs/reference/mission-file.md', import.meta.url), 'utf8');
  const [example = '', script = ''] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    (found) => found[1] ?? '',
  );

  test('M6 its example is right', () => {
    const { plan, problems } = read(example);
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({ name: 'search', workers: [{}, { title: 'The index' }, {}, {}] });
  });

  test('M6 its script fits into a worker', () => {
    const indented = script.replaceAll(/^/gm, '    ').trimEnd();
    const { plan, problems } = read(
      `title: T\nrequest: R\ncriteria: [x]\nworkers:\n  - id: a\n    task: A\n    scope: src\n${indented}\n`,
    );
    expect(problems).toEqual([]);
    expect(Object.keys(plan?.workers[0]?.rehearsal ?? {})).toEqual(['worker', 'rework', 'refine']);
  });
});
