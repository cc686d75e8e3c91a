export type { OpenTerminal } from './played-terminal.ts';
export { Terminals } from './terminals.ts';
