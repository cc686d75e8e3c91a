import type { Line } from '../program/index.ts';

/**
 * JSON-RPC 2.0 as agents of the Agent Client Protocol write it, one message a line. Nothing that is
 * read is trusted: whatever has another shape than expected reads as absent.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** Agents count from 0, or use texts: an id is there when the field is, never when it is truthy. */
export type RequestId = string | number;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

export type Incoming =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: Fields }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Fields }
  | { readonly kind: 'answer'; readonly id: RequestId; readonly outcome: Outcome }
  | { readonly kind: 'noise' };

export type Outcome =
  | { readonly ok: true; readonly result: Fields }
  | { readonly ok: false; readonly error: RpcError };

/** Never throws. */
export function readMessage({ text, cut }: Line): Incoming {
  const message = cut ? null : parse(text);
  if (message === null) return { kind: 'noise' };
  const { id } = message;
  const method = textOf(message.method);
  if (method !== null && isId(id)) return { kind: 'request', id, method, params: fieldsOf(message.params) };
  if (method !== null) return { kind: 'notification', method, params: fieldsOf(message.params) };
  if (!isId(id)) return { kind: 'noise' };
  if ('error' in message)
    return { kind: 'answer', id, outcome: { ok: false, error: errorOf(message.error) } };
  if ('result' in message)
    return { kind: 'answer', id, outcome: { ok: true, result: fieldsOf(message.result) } };
  return { kind: 'noise' };
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null; // the caller keeps the line as it came
  }
}

const isId = (value: unknown): value is RequestId => typeof value === 'string' || typeof value === 'number';

function errorOf(value: unknown): RpcError {
  const { code, message, data } = fieldsOf(value);
  return { code: typeof code === 'number' ? code : 0, message: textOf(message) ?? '', data };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** What lies at the end of the path, or undefined. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value);

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A count or a sum of money: anything else counts as nothing. */
export const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
