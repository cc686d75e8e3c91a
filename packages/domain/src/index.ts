export type { AgentEvent, AgentQuestion, ProcessIdentity, TurnStatus } from './agent-event.ts';
export {
  addSpend,
  type BudgetCaps,
  formatUsd,
  NO_SPEND,
  type Spend,
  spendOf,
  tokensOf,
  type Usage,
  usageGrowth,
} from './budget.ts';
export { type CommandResult, commandPassed, describeFailure, type Evidence, evidenceOf } from './evidence.ts';
export { type Failure, type FailureCode, failureOf, PortError } from './failure.ts';
export { findCycle, type Graph, graphOf, levels, topologicalOrder } from './graph.ts';
export {
  type Guard,
  LIFECYCLE_EVENTS,
  type LifecycleEvent,
  type LifecycleFacts,
  type LifecycleState,
  STATES,
  TRANSITIONS,
  type Transition,
  type TransitionResult,
  transition,
} from './lifecycle.ts';
export { type Entry, itemOf, type LogEvent, type LogEventOf } from './log-event.ts';
export type { AgentPort, AgentSession, AgentStart } from './ports/agent.ts';
export type {
  Chamber,
  ChamberOnDisk,
  ChamberPort,
  ChamberRequest,
  Inspection,
  Removal,
} from './ports/chamber.ts';
export type { Chance, Clock, Names } from './ports/clock.ts';
export type {
  AssembleRequest,
  Assembly,
  CodeHost,
  Landing,
  LandRequest,
  Proposal,
  TrainEntry,
} from './ports/code-host.ts';
export type { ProcessTable } from './ports/process-table.ts';
export type { PromptBook, PromptKind, PromptRequest } from './ports/prompt-book.ts';
export type { ProveRequest, Prover } from './ports/prover.ts';
export type { EntryFilter, Snapshot, Store } from './ports/store.ts';
export type { Tracker, TrackerProblem, TrackerRead } from './ports/tracker.ts';
export type { PlayerSettings, Route, Settings } from './settings.ts';
export {
  type ExplainView,
  type ItemView,
  isTroubled,
  type PlayerView,
  type QuestionView,
  type RunPhase,
  type RunView,
  type StatusView,
  type TrainView,
} from './view.ts';
export {
  type Blocker,
  type Instant,
  type ItemId,
  isOneOf,
  type Json,
  normaliseLabels,
  normaliseName,
  type Outcome,
  type PlayerName,
  type RunId,
  sameState,
  type TrackedItem,
} from './work-item.ts';
