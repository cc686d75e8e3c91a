export { type ConfigProblem, type ConfigResult, explainConfig } from './config/index.ts';
export { initProject } from './init/index.ts';
export { openOffline } from './offline.ts';
export { type Orchestra, type OrchestraOptions, startOrchestra } from './orchestra.ts';
export { examine, guessProject, loadProjectConfig, openBoardOf, openChambersOf } from './project.ts';
export type { RunEnd } from './run-end.ts';
export { buildSample } from './sample/build.ts';
export { findWorkplace, type Workplace } from './workplace.ts';
