import type { AgentPresence } from '@symphony/domain';

/** Of a program that could not be asked anything. */
export const absentAgent = (detail: string, fix: string): AgentPresence => ({
  version: null,
  known: null,
  login: 'unknown',
  detail,
  fix,
});

/** A busy machine is no reason to install anything. */
export const lateAgent = (command: string): AgentPresence =>
  absentAgent(`${command} did not answer in time.`, 'Look again when the machine has less to do.');
