export { type Face, openFace } from './face.ts';
export { type Outside, openOutside } from './outward.ts';
