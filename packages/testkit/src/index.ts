export { type Act, type AgentHall, agentContract, Heard } from './agent-contract.ts';
export {
  type FakeKind,
  openStage,
  type ScenarioChange,
  type ScenarioHall,
  type ScenarioName,
  type ScenarioOptions,
  type Stage,
  scenarioContract,
} from './agent-scenarios.ts';
export { artifactContract } from './artifact-contract.ts';
export { cabinetContract, type OpenedCabinet } from './cabinet-contract.ts';
export { type ChamberStage, chamberContract } from './chamber-contract.ts';
export { type ChatModel, type ChatModelAnswer, type ChatModelAsked, openChatModel } from './chat-model.ts';
export { type CodeHostFixture, codeHostContract } from './code-host-contract.ts';
export { type CostCurve, costCurve, partOf, type RoutedAnswer } from './cost-curve.ts';
export { EVERY_AGENT_EVENT, EVERY_EVENT, entriesOf } from './every-event.ts';
export { DATES_PART, DATES_PLAN, EVERY_REPORT } from './every-mission-event.ts';
export { filesWith } from './files-with.ts';
export { makeRepository, type Repository, type RepositoryOptions } from './git-repository.ts';
export {
  type IntentData,
  type IntentExample,
  intentData,
  NO_PUBLIC_DATA,
  type TwoModelAnswer,
  twoModelAnswers,
} from './intent-data.ts';
export { type IntentQuality, intentQuality } from './intent-quality.ts';
export { journalContract, type OpenedJournal } from './journal-contract.ts';
export { ManualClock } from './manual-clock.ts';
export {
  artifactRecord,
  evaluateName,
  itemView,
  SETTINGS,
  seeded,
  statusView,
  trackedItem,
} from './material.ts';
export { missionPlan, missionWorker } from './mission-plan.ts';
export {
  type Fault,
  type ModelRequest,
  type ModelServer,
  openModelServer,
  type Step,
  scriptText,
} from './model-server/index.ts';
export {
  ECHO,
  type ModelsHall,
  modelsContract,
  NEVER,
  partsOf,
  scriptedRequest,
  wordsOf,
} from './models-contract.ts';
export { type RealAgentName, realAgent } from './real-agent.ts';
export { type ReviewHostFixture, reviewHostContract } from './review-host-contract.ts';
export { missionDeviation, missionPart, missionRun, missionWhole, withMissions } from './sample-mission.ts';
export { busy, HOSTILE, item, NOW, run, status, WIDE } from './sample-status.ts';
export {
  type Script,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedFault,
  ScriptedModels,
} from './scripted-models.ts';
export { signedDelivery, signedLinearDelivery } from './signed-delivery.ts';
export { type OpenedStore, storeContract } from './store-contract.ts';
export { type SurveyStage, surveyContract } from './survey-contract.ts';
export { type SeedItem, type TrackerBench, trackerContract } from './tracker-contract.ts';
export { type WebhookExamples, webhookExamples } from './webhook-examples.ts';
