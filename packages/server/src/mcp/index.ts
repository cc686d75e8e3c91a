export type { Admission, EndpointHostOptions as ToolHostOptions } from './endpoint-host.ts';
export type {
  BudgetLeft,
  FollowUp,
  HumanQuestion,
  MissionContext,
  MissionTools,
  Progress,
  RunContext,
  RunTools,
  RunTracker,
  ScopeAnswer,
  SharedDiscovery,
} from './run-tools.ts';
export { openToolHost, type ToolHost, type ToolHostOnDemand, toolHostOnDemand } from './tool-host.ts';
