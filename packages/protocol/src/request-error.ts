import type { FailureCode } from '@symphony/domain';

/** Why a request was not met: one plain sentence, and what the person can do next if there is something. */
export class RequestError extends Error {
  readonly code: FailureCode;
  readonly nextStep: string | null;
  constructor(code: FailureCode, message: string, nextStep: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'RequestError';
    this.code = code;
    this.nextStep = nextStep;
  }
}
