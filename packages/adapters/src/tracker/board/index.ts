export { type Board, type BoardOptions, openBoard, type ShownItem } from './board.ts';
export type { ItemChanges, NewItem } from './item-changes.ts';
