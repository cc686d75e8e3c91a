import type { MissionJudgement, SettingProblem } from '@symphony/domain';

/** What a new one begins with: it can be read, and everything in it is to be replaced. */
export const BEGINNING = `# What is wanted, who works on it, where, and when it is done.
name: new-mission
title: A new mission
request: Say what is wanted, in your own words.
criteria:
  - text: All tests pass
    check: npm test
phases: [implementation, validation]
workers:
  - id: first
    phase: implementation
    title: The first half
    task: Say what this one is to do.
    scope: [src/first/**]
  - id: second
    phase: implementation
    title: The second half
    task: Say what this one is to do.
    scope: [src/second/**]
  - id: checks
    phase: validation
    title: Both together
    task: Look whether the two halves fit.
    scope: [test/**]
limits:
  usd: 5
`;

/** As the editor marks them. */
export const asMarks = ({ problems }: Pick<MissionJudgement, 'problems'>): readonly SettingProblem[] =>
  problems.map(({ line, sentence, nextStep }) => ({
    severity: 'error',
    line,
    message: `${sentence} ${nextStep}`.trim(),
  }));
