export { type Face, openFace } from './face.ts';
export { giveWay } from './give-way.ts';
export { type Outside, openOutside } from './outward.ts';
