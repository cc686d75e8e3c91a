export { unknownPlace } from './breakpoints.ts';
export type { FlowInput } from './decide.ts';
export { FlowRun, type NodeStanding } from './flow-run.ts';
export type { FlowLimits } from './limits.ts';
export { Readiness } from './readiness.ts';
export type { FlowContext, FlowDecision, NodeStart } from './turn.ts';
