import type { Connection } from '../connection.ts';
import { RpcError } from '../failure.ts';
import { RPC_CODES } from '../message.ts';
import type { Feed, Published, SubscribeRequest } from './feed.ts';

/**
 * A feed across a connection: a stream like any other, under the name the two ends agreed on. The
 * stream's credit is the subscriber's pace, so nothing is buffered for one that does not read.
 */
export function serveFeed(connection: Connection, method: string, feed: Feed): void {
  connection.handle(method, (params) => feed.subscribe(readRequest(params)));
}

/** Resume with the `seq` of the last message heard. */
export function subscribe(
  connection: Connection,
  method: string,
  request: SubscribeRequest & { readonly window?: number },
): AsyncIterableIterator<Published, undefined> {
  const { window, ...params } = request;
  const values = connection.stream(method, params, window === undefined ? {} : { window });
  return values as AsyncIterableIterator<Published, undefined>;
}

function readRequest(params: unknown): SubscribeRequest {
  const { pattern, after } = (params ?? {}) as Record<string, unknown>;
  if (typeof pattern !== 'string') throw wrong('The pattern is not a text.');
  if (after === undefined) return { pattern };
  if (typeof after !== 'number' || !Number.isSafeInteger(after) || after < 0)
    throw wrong('The number to start after is none.');
  return { pattern, after };
}

const wrong = (message: string): RpcError =>
  new RpcError(RPC_CODES.invalidParams, message, { code: 'invalid', nextStep: 'Correct the request.' });
