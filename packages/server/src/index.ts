/**
 * The doors of the server. Each loads what is behind it when it is opened and not before: a whole orchestra is a
 * thousand modules, and most commands need a board, a log or the configuration.
 */
export type { ChatDesk } from './chat/desk.ts';
export type { ConfigProblem, ConfigResult } from './config/index.ts';
export type { LabReport } from './lab/index.ts';
export type { CleanMissionResult } from './learning/index.ts';
export type { Orchestra, OrchestraOptions } from './orchestra.ts';
export type { RunEnd } from './run-end.ts';
export { findWorkplace, type Workplace } from './workplace.ts';

export const buildSample = door(async () => (await import('./sample/build.ts')).buildSample);
export const cleanMission = door(async () => (await import('./learning/index.ts')).cleanMission);
export const examine = door(async () => (await import('./examine.ts')).examine);
export const explainConfig = door(async () => (await import('./config/index.ts')).explainConfig);
export const guessProject = door(async () => (await import('./examine.ts')).guessProject);
export const initProject = door(async () => (await import('./init/index.ts')).initProject);
export const loadProjectConfig = door(async () => (await import('./project.ts')).loadProjectConfig);
export const openBoardOf = door(async () => (await import('./project.ts')).openBoardOf);
export const openChambersOf = door(async () => (await import('./project.ts')).openChambersOf);
export const openChatDesk = door(async () => (await import('./chat/desk.ts')).openChatDesk);
export const openClean = door(async () => (await import('./clean/index.ts')).openClean);
export const openMelodies = door(async () => (await import('./melody/library/door.ts')).openMelodies);
export const openOffline = door(async () => (await import('./offline.ts')).openOffline);
export const openProjectArtifacts = door(async () => (await import('./project.ts')).openProjectArtifacts);
export const readMission = door(async () => (await import('@symphony/adapters/mission')).readMission);
export const runLab = door(async () => (await import('./lab/index.ts')).runLab);
export const trackerAnswer = door(async () => (await import('./init/index.ts')).trackerAnswer);
export const tryTracker = door(async () => (await import('./init/index.ts')).tryTracker);
export const startOrchestra = door(async () => (await import('./orchestra.ts')).startOrchestra);

function door<Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Promise<Result> | Result>,
): (...given: Given) => Promise<Result> {
  return async (...given) => (await load())(...given);
}
