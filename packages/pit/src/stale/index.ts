export { judge } from './judge.ts';
export type { Policy, Rule } from './policy.ts';
export { type Amount, courseOf, type KindTally, tallyOf } from './tally.ts';
export { type Trajectory, TrajectoryBook, trajectoriesOf } from './training.ts';
export type { Verdict } from './verdict.ts';
