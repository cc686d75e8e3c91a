/**
 * The only place that knows what the server offers. It is loaded when a command needs it and not
 * before: schemas, YAML and templates cost more than a whole `symphony status` takes without them.
 */
type ServerDoor = typeof import('@symphony/server');

export type BoardDoor = Awaited<ReturnType<ServerDoor['openBoardOf']>>;
export type ItemChanges = Parameters<BoardDoor['edit']>[1];
export type ChambersDoor = Awaited<ReturnType<ServerDoor['openChambersOf']>>;
export type CleanDoor = Awaited<ReturnType<ServerDoor['openClean']>>;
export type ArtifactsDoor = Awaited<ReturnType<ServerDoor['openProjectArtifacts']>>;
export type MelodyDoor = Awaited<ReturnType<ServerDoor['openMelodies']>>;
export type MissionCleaning = Awaited<ReturnType<ServerDoor['cleanMission']>>;
export type LabResult = Awaited<ReturnType<ServerDoor['runLab']>>;
export type ProjectGuess = Awaited<ReturnType<ServerDoor['guessProject']>>;
export type ProjectAnswers = Parameters<ServerDoor['initProject']>[0]['answers'];
export type TrackerFlags = Parameters<ServerDoor['trackerAnswer']>[0];
export type TrackerChoice = NonNullable<Awaited<ReturnType<ServerDoor['trackerAnswer']>>>;
export type TrackerFinding = Awaited<ReturnType<ServerDoor['tryTracker']>>[number];
export type InitResult = Awaited<ReturnType<ServerDoor['initProject']>>;

export const openServer = (): Promise<ServerDoor> => import('@symphony/server');
