export { readMission } from '@symphony/adapters/mission';
export { openClean } from './clean/index.ts';
export { type ConfigProblem, type ConfigResult, explainConfig } from './config/index.ts';
export { initProject } from './init/index.ts';
export { type CleanMissionResult, cleanMission } from './learning/index.ts';
export { openMelodies } from './melody/library/door.ts';
export { openOffline } from './offline.ts';
export { type Orchestra, type OrchestraOptions, startOrchestra } from './orchestra.ts';
export {
  examine,
  guessProject,
  loadProjectConfig,
  openBoardOf,
  openChambersOf,
  openProjectArtifacts,
} from './project.ts';
export type { RunEnd } from './run-end.ts';
export { buildSample } from './sample/build.ts';
export { findWorkplace, type Workplace } from './workplace.ts';
