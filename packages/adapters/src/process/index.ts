export { allowedEnvironment } from './environment.ts';
export { type ChildGroup, type Exit, endRun, leaderExit, type SpawnRequest, spawnGroup } from './group.ts';
export { type Marker, markerEnv, markerOf, type Role } from './marker.ts';
export { inTime } from './patience.ts';
export { Survivors } from './survivors.ts';
export { findMarked, identify, isAlive, type MarkedProcess } from './table.ts';
