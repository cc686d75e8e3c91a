export { type CleanMissionResult, cleanMission } from './clean-mission.ts';
export { type Learning, openLearning } from './learning.ts';
