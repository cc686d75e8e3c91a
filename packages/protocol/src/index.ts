export type { CommandAnswer, ConductorClient, OperatorCommand } from './client.ts';
