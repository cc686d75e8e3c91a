/**
 * The lines of `codex app-server`: JSON-RPC without its `jsonrpc` field. What arrives is not trusted:
 * it is read field by field, and a field that is absent or of another kind is null.
 */

/** Ids of both directions overlap, and codex begins its own at 0. */
export type RequestId = number | string;

export type Fields = Readonly<Record<string, unknown>>;

export type FromCodex =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: Fields }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Fields }
  | { readonly kind: 'result'; readonly id: RequestId; readonly result: Fields }
  | {
      readonly kind: 'error';
      readonly id: RequestId | null;
      readonly code: number;
      readonly message: string;
    };

export type CodexRequest = Extract<FromCodex, { kind: 'request' }>;
export type CodexNotification = Extract<FromCodex, { kind: 'notification' }>;

/** What we answer to one of its requests, without the id. */
export type Reply =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } };

export const METHOD_NOT_FOUND = -32601;
export const OVERLOADED = -32001;

/** Null when the line is no message of the protocol. */
export function readMessage(line: string): FromCodex | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null; // told as unrecognised by whoever reads the line
  }
  const said = fieldsOf(parsed);
  const id = idOf(said.id);
  const params = fieldsOf(said.params);
  if (typeof said.method === 'string')
    return id === null
      ? { kind: 'notification', method: said.method, params }
      : { kind: 'request', id, method: said.method, params };
  if ('error' in said) {
    const error = fieldsOf(said.error);
    return { kind: 'error', id, code: numberOf(error.code) ?? 0, message: textOf(error.message) ?? '' };
  }
  if (id !== null && 'result' in said) return { kind: 'result', id, result: fieldsOf(said.result) };
  return null;
}

export const idOf = (value: unknown): RequestId | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textsOf = (value: unknown): string[] => listOf(value).filter((each) => typeof each === 'string');
