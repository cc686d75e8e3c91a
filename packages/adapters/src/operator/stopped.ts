import { PortError } from '@symphony/domain';

/** The end of work that was called off. */
export const stopped = (what: string): PortError =>
  new PortError({ code: 'refused', message: `${what} was stopped before it had finished.` });
