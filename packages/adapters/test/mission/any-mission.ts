import {
  type Json,
  type MissionPlan,
  PHASES,
  SEVERITIES,
  USUAL_LIMITS,
  VERDICTS,
  type Worker,
} from '@symphony/domain';
import fc from 'fast-check';

/** Sound missions of every shape, with texts that break formats: what a file forgets or changes is found. */
const awkward = fc.constantFrom(
  ...['a: b', '- x', '"q" \'s\'', 'null', '1e3', '2026-01-01', '~', 'über 🎼', 'two\nlines\n', ' x ', '#no'],
  ...[
    '\t',
    '& *x',
    '0x1f',
    'true',
    '| x',
    '> y',
    '%',
    '@a',
    'a #b',
    '\n\nlate',
    'x\\ny',
    "it's",
    '[a]',
    '{a: b}',
  ],
);
const filled = fc.oneof(awkward, fc.string({ minLength: 1, maxLength: 40 })).map((text) => `${text}.`);
const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('"__proto__"', '"proto"')) as Json);
const player = fc.option(fc.stringMatching(/^[a-z]{1,6}$/));

const workers: fc.Arbitrary<Worker[]> = fc
  .array(
    fc.record({
      phase: fc.constantFrom(...PHASES),
      title: fc.oneof(filled, fc.constant('')),
      task: filled,
      scopes: fc.integer({ min: 1, max: 3 }),
      needs: fc.boolean(),
      shares: fc.boolean(),
      player,
      rehearsal: fc.option(json, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drafts) =>
    drafts.map(({ scopes, needs, shares, rehearsal, ...draft }, at): Worker => {
      const earlier = drafts.findIndex(({ phase }) => PHASES.indexOf(phase) < PHASES.indexOf(draft.phase));
      return {
        id: `w-${at}`,
        ...draft,
        scope: Array.from({ length: scopes }, (_, each) => `src/w${at}-${each}/**/*, ü.ts`),
        needs: needs && earlier >= 0 ? [`w-${earlier}`] : [],
        shares: shares && at > 0 ? ['w-0'] : [],
        ...(rehearsal === undefined ? {} : { rehearsal }),
      };
    }),
  );

export const anyMission: fc.Arbitrary<MissionPlan> = fc
  .record({
    name: fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?$/),
    title: filled,
    request: filled,
    understanding: fc.option(filled),
    criteria: fc.array(fc.record({ text: filled, check: fc.option(filled) }), { minLength: 1, maxLength: 3 }),
    workers,
    rules: fc.array(
      fc.record({
        severity: fc.option(fc.constantFrom(...SEVERITIES)),
        about: fc.option(filled),
        worker: fc.option(fc.constant('w-0')),
        verdict: fc.constantFrom(...VERDICTS),
        instruction: fc.oneof(filled, fc.constant('')),
      }),
      { maxLength: 2 },
    ),
    decider: player,
    reviewer: player,
    limits: fc.oneof(
      fc.constant({ ...USUAL_LIMITS, cycles: 5 }),
      fc.record({
        cycles: fc.integer({ min: 5, max: 9 }),
        refinements: fc.nat(9),
        escalations: fc.nat(9),
        purges: fc.nat(9),
        parallel: fc.option(fc.integer({ min: 1, max: 9 })),
        usd: fc.option(fc.integer({ min: 1, max: 99 }).map((cents) => cents / 4)),
      }),
    ),
  })
  .map(({ understanding, ...plan }) => ({
    ...plan,
    understanding: understanding ?? plan.request,
    phases: PHASES.filter((phase) => plan.workers.some((worker) => worker.phase === phase)),
  }));
