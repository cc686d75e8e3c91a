import type { Conversation, Loose } from './conversation.ts';
import type { Body, Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';

export type WireName = 'anthropic' | 'responses' | 'chat' | 'gemini';

/** One event of a stream. Wires that do not name their events have no name. */
export interface StreamEvent {
  readonly name: string | null;
  readonly data: object | '[DONE]';
}

/** One provider's way of asking a model: reading requests and writing answers. */
export interface Wire {
  readonly name: WireName;
  /** Whether a path, scenario and query taken off, is asked in this way. */
  fits(path: string): boolean;
  read(body: Loose, path: string): Conversation;
  stream(reply: Reply): StreamEvent[];
  whole(reply: Reply): object;
  refuse(refusal: Refusal): Body;
}

export const eventText = ({ name, data }: StreamEvent): string =>
  `${name === null ? '' : `event: ${name}\n`}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`;
