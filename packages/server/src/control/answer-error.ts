import { PortError } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';

/**
 * What the caller is told of a failure. What was said for people crosses; anything else is a fault
 * of ours: `onFault` gets it whole, and the caller a sentence without our insides.
 */
export function answerError(error: unknown, onFault: (error: unknown) => void): RequestError {
  const said = inWords(error);
  if (said instanceof RequestError) return said;
  onFault(error);
  return new RequestError(
    'internal',
    'The conductor could not do this because of a fault of its own.',
    'Look into its log for what happened.',
  );
}

/** A port's failure as a client hears it; anything else as it is. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof PortError)) return error;
  const { code, message, nextStep } = error.failure;
  return new RequestError(code, message, nextStep ?? null, error);
}
