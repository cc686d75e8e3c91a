import type { Prover } from '@symphony/domain';
import type { Redact } from './redact.ts';

/** What checks print is recorded as evidence: secrets are taken out of it as out of what agents say. */
export const redactedProver = (prover: Prover, redact: () => Redact): Prover => ({
  ...prover,
  prove: async (request) => redact()(await prover.prove(request)),
});
