import { PortError } from '@symphony/domain';

export const absent = (id: string): PortError =>
  new PortError({
    code: 'missing',
    family: 'tracker_status',
    message: `GitHub shows no item ${id}.`,
    nextStep: 'Look whether it was deleted or transferred, and whether the token may see it.',
  });
