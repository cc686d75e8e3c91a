export type { ProgramEnd, Size } from './program.ts';
export { PtyTerminal, type View, type ViewRequest } from './terminal.ts';
export { type Frame, MOST_BEHIND } from './viewer.ts';
