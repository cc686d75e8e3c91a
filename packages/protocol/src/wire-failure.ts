import { CallTimedOut, ConnectionClosed, FrameTooLarge, RPC_CODES, RpcError } from '@symphony/bus';
import type { FailureCode } from '@symphony/domain';
import { NOT_MET } from './methods.ts';
import { RequestError } from './request-error.ts';

/** One mapping for both directions: how a failed request is said on the wire, and what was meant. */

const CODES: Readonly<Record<FailureCode, true>> = {
  unavailable: true,
  refused: true,
  credentials: true,
  invalid: true,
  missing: true,
  conflict: true,
  timeout: true,
  disk: true,
  internal: true,
};

export const isFailureCode = (text: unknown): text is FailureCode =>
  typeof text === 'string' && Object.hasOwn(CODES, text);

export const rpcErrorOf = (error: RequestError): RpcError =>
  new RpcError(NOT_MET, error.message, { code: error.code, nextStep: error.nextStep });

/** Reads whatever a call over the bus rejected with. */
export function requestErrorOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof ConnectionClosed) return lostConnection(error);
  if (error instanceof CallTimedOut)
    return new RequestError(
      'timeout',
      'The conductor did not answer in time.',
      'Ask again in a moment.',
      error,
    );
  if (error instanceof FrameTooLarge)
    return new RequestError('invalid', 'The request is too large to send.', 'Ask for less at once.', error);
  if (error instanceof RpcError) return answeredError(error);
  const message = error instanceof Error ? error.message : String(error);
  return new RequestError('internal', message, null, error);
}

export const lostConnection = (cause: ConnectionClosed): RequestError =>
  cause.reason === 'closed-here'
    ? new RequestError('unavailable', 'This connection to the conductor is closed.', null, cause)
    : new RequestError(
        'unavailable',
        'The connection to the conductor was lost.',
        'See whether it still runs with `symphony status`, and start it with `symphony run` if not.',
        cause,
      );

function answeredError(error: RpcError): RequestError {
  const nextStep = error.data?.nextStep ?? null;
  if (error.code === NOT_MET) {
    const code = isFailureCode(error.data?.code) ? error.data.code : 'internal';
    return new RequestError(code, error.message, nextStep, error);
  }
  switch (error.code) {
    case RPC_CODES.methodNotFound: // the two ends are not of one version
      return new RequestError(
        'refused',
        'The running conductor does not know this request: it is of another version than this program.',
        'Stop it and start it again with this version.',
        error,
      );
    case RPC_CODES.busy:
      return new RequestError(
        'unavailable',
        'The conductor has too much to do.',
        'Ask again in a moment.',
        error,
      );
    case RPC_CODES.invalidParams:
    case RPC_CODES.invalidRequest:
    case RPC_CODES.parse:
      return new RequestError('invalid', error.message, nextStep, error);
    default:
      return new RequestError('internal', error.message, nextStep, error);
  }
}
