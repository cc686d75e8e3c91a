import { type Meta, NO_META, readMeta } from './meta.ts';

/** JSON-RPC 2.0 messages: what a frame says, read without trusting it. */

export type MessageId = string | number;

export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Of our own, in the range the standard leaves free: too many requests are open. */
  busy: -32001,
  /** The time its caller gave it is over. */
  timedOut: -32002,
  /** A subscriber was too slow for what is kept. */
  fellBehind: -32003,
  /** Called off before it began; the number language servers use. */
  cancelled: -32800,
} as const;

/** What connections say to each other about themselves. Nothing else is known by name. */

/** The notification that calls a request off; its params are `{ id }`. */
export const CANCEL = '$/cancel';
/** A request that any peer answers, if only with "unknown method": a sign of life. */
export const PING = '$/ping';
/** A request with `{ framings }` in the order of preference; the answer is `{ framing }`. */
export const HELLO = '$/hello';
/** The first message in the framing that was agreed on. */
export const READY = '$/ready';
/** One value of a stream: `{ id, value }`. */
export const VALUE = '$/value';
/** So many more values of a stream may be sent: `{ id, credit }`. */
export const CREDIT = '$/credit';

/** Travels with every error, so that the other side can decide on it and a person can act on it. */
export interface ErrorData {
  readonly code: string;
  readonly nextStep: string | null;
}

export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: ErrorData;
}

export type Incoming =
  | IncomingRequest
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown; readonly meta: Meta }
  | { readonly kind: 'result'; readonly id: MessageId; readonly result: unknown }
  /** `id` is null when the peer could not tell which of our messages it means. */
  | { readonly kind: 'error'; readonly id: MessageId | null; readonly error: WireError }
  | { readonly kind: 'unreadable'; readonly id: MessageId | null; readonly error: WireError };

export interface IncomingRequest {
  readonly kind: 'request';
  readonly id: MessageId;
  readonly method: string;
  readonly params: unknown;
  readonly meta: Meta;
  /** How many values of a stream the caller takes to begin with; null: it wants one answer. */
  readonly credit: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** A frame that is whole and is not in the format it should be in. */
export const notInFormat = (format: string): Incoming =>
  unreadable(null, RPC_CODES.parse, `The message is not ${format}.`);

export function readMessage(value: unknown): Incoming {
  if (Array.isArray(value)) return invalid(null, 'Batches are not supported: send one message a frame.');
  if (typeof value !== 'object' || value === null) return invalid(null, 'The message is not an object.');
  const message = value as Fields;
  const id = isId(message.id) ? message.id : null;
  if (message.jsonrpc !== '2.0') return invalid(id, 'The message does not say "jsonrpc": "2.0".');
  return 'method' in message ? readCall(message, id) : readAnswer(message, id);
}

function readCall(message: Fields, id: MessageId | null): Incoming {
  const { method, params } = message;
  if (typeof method !== 'string') return invalid(id, 'The method is not a text.');
  if (params !== undefined && (typeof params !== 'object' || params === null))
    return invalid(id, 'The params are neither an object nor a list.');
  const meta = message.meta === undefined ? NO_META : readMeta(message.meta);
  if (!('id' in message)) return { kind: 'notification', method, params, meta };
  if (id === null)
    return invalid(null, `The id is neither a number nor a text of at most ${LONGEST_ID} characters.`);
  return { kind: 'request', id, method, params, meta, credit: readCredit(message.credit) };
}

export const readCredit = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

function readAnswer(message: Fields, id: MessageId | null): Incoming {
  if ('error' in message) return { kind: 'error', id, error: readError(message.error) };
  if ('result' in message && id !== null) return { kind: 'result', id, result: message.result };
  return invalid(id, 'The message has neither a method nor a result.');
}

/** An error is believed as far as it can be read: the call it answers must end in any case. */
function readError(value: unknown): WireError {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const code = typeof fields.code === 'number' ? fields.code : RPC_CODES.internal;
  const message = typeof fields.message === 'string' ? fields.message : 'The other side failed.';
  const data = fields.data as Fields | null | undefined;
  if (typeof data !== 'object' || data === null || typeof data.code !== 'string') return { code, message };
  const nextStep = typeof data.nextStep === 'string' ? data.nextStep : null;
  return { code, message, data: { code: data.code, nextStep } };
}

/** Ids are sent back with every answer, so a peer does not choose how long answers are. */
const LONGEST_ID = 200;

const isId = (value: unknown): value is MessageId =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_ID);

const invalid = (id: MessageId | null, message: string): Incoming =>
  unreadable(id, RPC_CODES.invalidRequest, message);

function unreadable(id: MessageId | null, code: number, message: string): Incoming {
  const name = code === RPC_CODES.parse ? 'parse-error' : 'invalid-request';
  return { kind: 'unreadable', id, error: { code, message, data: { code: name, nextStep: null } } };
}
