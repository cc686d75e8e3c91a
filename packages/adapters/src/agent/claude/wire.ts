/**
 * The lines of Claude Code's two-way stream-json mode. What it sends grows with every release and is
 * documented only in part, so nothing is trusted: each line is read as loose fields, and each field is
 * looked at where it is used. What is sent to it is a closed union.
 */

export type Fields = Readonly<Record<string, unknown>>;

export type ToClaude =
  | {
      readonly type: 'user';
      readonly message: { readonly role: 'user'; readonly content: readonly TextBlock[] };
    }
  | {
      readonly type: 'control_request';
      readonly request_id: string;
      readonly request: { readonly subtype: 'initialize' | 'interrupt' };
    }
  | {
      readonly type: 'control_response';
      readonly response:
        | { readonly subtype: 'success'; readonly request_id: string; readonly response: ToolLeave }
        | { readonly subtype: 'error'; readonly request_id: string; readonly error: string };
    };

interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** Whether a tool may be used, and with which input. */
export type ToolLeave =
  | { readonly behavior: 'allow'; readonly updatedInput: Fields }
  | { readonly behavior: 'deny'; readonly message: string };

export const userTurn = (text: string): ToClaude => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text }] },
});

export const controlRequest = (request_id: string, subtype: 'initialize' | 'interrupt'): ToClaude => ({
  type: 'control_request',
  request_id,
  request: { subtype },
});

export const leaveGiven = (request_id: string, response: ToolLeave): ToClaude => ({
  type: 'control_response',
  response: { subtype: 'success', request_id, response },
});

export const requestRefused = (request_id: string, error: string): ToClaude => ({
  type: 'control_response',
  response: { subtype: 'error', request_id, error },
});

/** Null when the line is no JSON object. */
export function readLine(line: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    return null; // the caller keeps the line as it came
  }
}

export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const amountOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** The objects of a list; what is none is left out. */
export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((each) => each !== null) : [];

/** The blocks of an `assistant` or `user` line. */
export const blocksOf = (said: Fields): readonly Fields[] => listOf(fieldsOf(said.message)?.content);
