export type {
  AgentEvent,
  AgentQuestion,
  LimitWindow,
  ProcessIdentity,
  TurnFault,
  TurnStatus,
} from './agent-event.ts';
export {
  ARTIFACT_TYPES,
  type Artifact,
  type ArtifactHold,
  type ArtifactId,
  isTextual,
  type KeepReason,
  reasonsToKeep,
} from './artifact.ts';
export {
  addSpend,
  type BudgetCaps,
  formatUsd,
  latestUsage,
  NO_SPEND,
  type Spend,
  spendOf,
  tokensOf,
  type Usage,
  usageGrowth,
} from './budget.ts';
export { formatBytes } from './bytes.ts';
export {
  COMMENT_MARKER,
  type CommentCommand,
  type CommentReading,
  LONGEST_COMMENT,
  readCommentCommand,
  remarkIn,
  withoutCommands,
} from './comment-command.ts';
export { isMet, waitWords } from './demand.ts';
export { type Deviation, type Discovery, SEVERITIES, type Severity, type ToolReport } from './deviation.ts';
export { type CommandResult, commandPassed, describeFailure, type Evidence, evidenceOf } from './evidence.ts';
export {
  type AgentFamily,
  type Failure,
  type FailureCode,
  failureOf,
  PortError,
  sayFailure,
  type TrackerFamily,
} from './failure.ts';
export type { FlowChange, FlowState, NodePath, NodeState, Values } from './flow/change.ts';
export { checkFlow } from './flow/check.ts';
export type {
  AgentNode,
  Backoff,
  ConditionalEdge,
  ControlEdge,
  ControlNode,
  DataEdge,
  DataType,
  Dependency,
  Flow,
  FlowEdge,
  FlowNode,
  FlowPort,
  GateNode,
  InputNode,
  InstrumentNode,
  LoopNode,
  NodeId,
  NodeKind,
  OperatorNode,
  OutputNode,
  Recovery,
} from './flow/flow.ts';
export { flowGraph } from './flow/flow-graph.ts';
export { outputsOf } from './flow/port.ts';
export type { FlowPath } from './flow/problem.ts';
export { globMatches, globsOverlap, segmentsOf, segmentsOverlap } from './glob-overlap.ts';
export { criticalPath, findCycle, type Graph, graphOf, levels, topologicalOrder } from './graph.ts';
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
export { type Entry, itemOf, type LogEvent, type LogEventOf, type TriggerFired } from './log-event.ts';
export { checkMelody } from './melody/check.ts';
export type {
  Melody,
  MelodyLimits,
  MelodyPermissions,
  Parameter,
  Trigger,
  TriggerKind,
} from './melody/melody.ts';
export { isRequired, resolveParameters } from './melody/parameter.ts';
export { fillJson, fillPlaceholders, placeholderNames } from './melody/placeholder.ts';
export { playableFlow, textScope } from './melody/scope.ts';
export { REHEARSAL_NAMES, textsOf } from './melody/text.ts';
export type { MissionAct } from './mission/act.ts';
export {
  checkMission,
  isMissionName,
  type MissionProblem,
  missionGraph,
  needsOf,
  scopesOverlap,
} from './mission/check.ts';
export { type GivenContext, givenContext, type Level, type Passage } from './mission/context.ts';
export type { MissionEvent } from './mission/event.ts';
export { describeMark, type Mark, markIn, markKey, marksIn } from './mission/mark.ts';
export {
  ADVICE_FILES,
  type Advice,
  type AdviceKind,
  type AdvisedDecision,
  branchOf,
  type Collision,
  type Decision,
  type GateVerdict,
  type HandOn,
  isAdvice,
  type MergeRecord,
  MISSION_STEPS,
  type MissionId,
  type MissionOutcome,
  type MissionStep,
  missionOnTrain,
  type Part,
  type RecordedDeviation,
  trainIdOf,
} from './mission/mission.ts';
export {
  CONFIDENCE,
  HAND_ON_KEYS,
  owes,
  PHASE_RULES,
  PHASES,
  type PhaseName,
  purgedKeys,
} from './mission/phase.ts';
export {
  type Criterion,
  type DecisionRule,
  type MissionLimits,
  type MissionPlan,
  USUAL_LIMITS,
  VERDICTS,
  type Verdict as MissionVerdict,
  type Worker,
} from './mission/plan.ts';
export {
  type Clarification,
  firstUnderstanding,
  type Noted,
  RULE_AREAS,
  type RuleArea,
  type Understanding,
  type UnderstandingChange,
  understand,
} from './mission/understanding.ts';
export type {
  MissionJudgement,
  MissionQuestion,
  MissionRunView,
  MissionView,
  PartView,
  WrittenProblem,
} from './mission/view.ts';
export { compareWork, type Ordered, placeBetween } from './ordering.ts';
export {
  type Judgement,
  judgePermission,
  type PermissionPolicy,
  type PermissionRequest,
  type PermissionRule,
  ruleText,
  type Verdict,
} from './permission.ts';
export type { AdviceBook } from './ports/advice-book.ts';
export type {
  AgentNeeds,
  AgentPort,
  AgentPresence,
  AgentSession,
  AgentStart,
  DetectRequest,
  InteractiveRequest,
  Launch,
  ToolServer,
  WarmAgent,
} from './ports/agent.ts';
export type {
  ArtifactContent,
  ArtifactDiff,
  ArtifactFilter,
  ArtifactFindings,
  ArtifactHit,
  ArtifactQuery,
  ArtifactRemoval,
  ArtifactRequest,
  ArtifactStats,
  ArtifactStore,
  ArtifactVerdict,
  BlobProblem,
  Facet,
  Highlight,
  Lineage,
  LineageLink,
  Page,
} from './ports/artifact.ts';
export type { Cabinet, CabinetRecord } from './ports/cabinet.ts';
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
  Demand,
  FailedCheck,
  Landing,
  LandRequest,
  OfferCommand,
  Proposal,
  ProposalSight,
  ProposalStanding,
  ReviewHost,
  ReviewMerge,
  ReviewRemark,
  TrainEntry,
} from './ports/code-host.ts';
export type { Journal, JournalEntry, SessionHead } from './ports/journal.ts';
export type {
  ModelDescription,
  ModelFinish,
  ModelMessage,
  ModelPart,
  ModelPurpose,
  ModelRequest,
  Models,
  ModelTier,
  ModelUsage,
  RequestedCall,
  ToolDescription,
} from './ports/model.ts';
export type { OperatorRequest, Operators } from './ports/operator.ts';
export type { ProcessTable } from './ports/process-table.ts';
export type { PromptBook, PromptKind, PromptRequest } from './ports/prompt-book.ts';
export type { ProveRequest, Prover } from './ports/prover.ts';
export type { EncloseRequest, Enclosure, Sandbox, SandboxAbility, SandboxProfile } from './ports/sandbox.ts';
export type { Guards, Removing, StaleSource, Thing, ThingKind, Tier, TrashEntry } from './ports/stale.ts';
export type { EntryFilter, Snapshot, Store } from './ports/store.ts';
export type { Sight, Survey } from './ports/survey.ts';
export type {
  CommentAuthor,
  CommentsRead,
  NewWork,
  Standing,
  Tracker,
  TrackerComment,
  TrackerProblem,
  TrackerRead,
  WebhookReading,
  WorkChanges,
} from './ports/tracker.ts';
export type { ProposalView } from './proposal-view.ts';
export {
  type ChatBatch,
  type ChatCost,
  type ChatFile,
  type ChatHead,
  type ChatId,
  type ChatLive,
  type ChatPermit,
  type ChatQuestion,
  type ChatRequest,
  type ChatStep,
  type ChatVerdict,
  type ChatView,
  chatOfSession,
  type RuntimeView,
  sessionOfChat,
  type TimerView,
} from './runtime/chat.ts';
export { chatTitle, emptyChat, foldChat, foldChatEntries } from './runtime/chat-view.ts';
export { holds, readCondition, sameJson } from './runtime/condition.ts';
export type { ConversationRecord, ConversationState, ConversationTurn } from './runtime/conversation.ts';
export type { RuntimeEvent } from './runtime/event.ts';
export type { Intent, IntentsProcessed } from './runtime/intent.ts';
export type { ExecutionPlan, ExecutionStep, PlanStatus, ReplanRequest, StepStatus } from './runtime/plan.ts';
export { isToolName, type ReadPlan, readPlan, stepProblems } from './runtime/plan-check.ts';
export { outputName, planFlow, stepNode } from './runtime/plan-flow.ts';
export type { Reflection } from './runtime/reflection.ts';
export { type ReadReplanRequest, readReplanRequest } from './runtime/replan-check.ts';
export type {
  RuntimeMetrics,
  RuntimeMode,
  RuntimeOutcome,
  RuntimeResult,
  StepResult,
} from './runtime/result.ts';
export type { Role, RoleParameter } from './runtime/role.ts';
export type { Complexity, ContextRequirement, RouteDecision } from './runtime/route.ts';
export { spokenDuration } from './runtime/spoken-duration.ts';
export type { NamedRuntimeStats, RuntimeStatsRow, RuntimeStatsView } from './runtime/stats.ts';
export {
  needsOfStep,
  REFERENCE,
  referenceOf,
  referencesIn,
  type StepReference,
  stepNeeds,
  wholeReference,
} from './runtime/step-reference.ts';
export type { StopSignal } from './runtime/stop-signal.ts';
export {
  afterRinging,
  dueTimers,
  nextDue,
  TIMER_DRAWER,
  type Timer,
  timerRecord,
  timersIn,
} from './runtime/timer.ts';
export {
  type JsonSchema,
  type Schema,
  type StandardSchema,
  type Tool,
  type ToolCall,
  type ToolContext,
  ToolError,
  type ToolFailure,
  type ToolFailureCode,
  type ToolPermission,
  type ToolResult,
} from './runtime/tool.ts';
export { valueAt } from './runtime/value-path.ts';
export type { CodexWishes, PlayerSettings, Route, Settings, SlotStrategy } from './settings.ts';
export {
  type ExplainView,
  type ItemView,
  isTroubled,
  type MelodyRunView,
  type MelodyView,
  type PlayerView,
  type QuestionView,
  type RunPhase,
  type RunView,
  type StatusView,
  type StepView,
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
export type {
  ArtifactView,
  BoardFrame,
  BoardRest,
  ChangedFile,
  ChangesView,
  EntryBatch,
  FindingView,
  ItemDetail,
  MelodyEntryView,
  MelodyProblemView,
  MelodyShelfView,
  MelodySourceView,
  MelodyVerdict,
  NamedStats,
  OperatorView,
  PatchView,
  ReviewComment,
  RunRecord,
  SettingProblem,
  SettingRow,
  SettingsView,
  StatsRow,
  StatsView,
  TimelineMark,
  TimelineView,
} from './workbench.ts';
