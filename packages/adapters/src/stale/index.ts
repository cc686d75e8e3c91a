export { type ArtifactShelf, openArtifactShelf } from './artifacts.ts';
export { openBranches } from './branches.ts';
export { unmergedInBundle } from './bundled-work.ts';
export { type ChamberDoor, ChamberShelf } from './chambers.ts';
export { type FolderDoor, FolderShelf, folderTrash } from './folders.ts';
export { openBundleShelf, openLogShelf, openSessionShelf } from './shelves.ts';
export type { Standing } from './standing.ts';
export { Trash } from './trash.ts';
export { Uses } from './uses.ts';
