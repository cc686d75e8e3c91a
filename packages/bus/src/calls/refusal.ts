import { RpcError } from '../failure.ts';
import { type MessageId, RPC_CODES } from '../message.ts';

/** The answers a connection gives by itself, in sentences. */

export const unknownMethod = (method: string): RpcError =>
  refuse(RPC_CODES.methodNotFound, 'unknown-method', `There is no method ${method}.`);

export const internalError = (method: string): RpcError =>
  refuse(RPC_CODES.internal, 'internal', `${method} failed on the other side.`);

export const idInUse = (id: MessageId): RpcError =>
  refuse(RPC_CODES.invalidRequest, 'invalid-request', `The id ${id} is in use by an open request.`);

export const tooManyOpen = (limit: number): RpcError =>
  refuse(RPC_CODES.busy, 'busy', `${limit} requests are open already.`);

export const timeIsOver = (method: string, ms: number): RpcError =>
  refuse(RPC_CODES.timedOut, 'timed-out', `${method} was not done within the ${ms} ms it was given.`);

export const calledOff = (method: string): RpcError =>
  refuse(RPC_CODES.cancelled, 'cancelled', `${method} was called off before it began.`);

export const notAStream = (method: string): RpcError =>
  refuse(RPC_CODES.invalidRequest, 'not-a-stream', `${method} answers once and not with a stream.`);

export const onlyAStream = (method: string): RpcError =>
  refuse(RPC_CODES.invalidRequest, 'only-a-stream', `${method} answers with a stream: ask for one.`);

export const answerTooLarge = (method: string): RpcError =>
  new RpcError(RPC_CODES.internal, `The answer to ${method} is too large to send.`, {
    code: 'too-large',
    nextStep: 'Ask for less at once.',
  });

const refuse = (code: number, name: string, message: string): RpcError =>
  new RpcError(code, message, { code: name, nextStep: null });
