export { formatMission } from './format.ts';
export { readMission } from './read.ts';
