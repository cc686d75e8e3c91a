export { type Act, type AgentHall, agentContract, Heard } from './agent-contract.ts';
export { artifactContract } from './artifact-contract.ts';
export { type ChamberStage, chamberContract } from './chamber-contract.ts';
export { type CodeHostFixture, codeHostContract } from './code-host-contract.ts';
export { makeRepository, type Repository, type RepositoryOptions } from './git-repository.ts';
export { ManualClock } from './manual-clock.ts';
export { evaluateName, itemView, SETTINGS, seeded, statusView, trackedItem } from './material.ts';
export { type OpenedStore, storeContract } from './store-contract.ts';
export { type SeedItem, type TrackerBench, trackerContract } from './tracker-contract.ts';
