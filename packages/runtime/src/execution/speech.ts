import type { Json, ModelMessage, ModelRequest, ToolDescription } from '@symphony/domain';
import type { ModelAnswer } from '../session.ts';

/** How tools are spoken of with a model (R6): by its own calls, by the JSON contract, or not at all. */
export interface Speech {
  /** Whether its words may be told while they come: a call in JSON is nobody's business. */
  readonly aloud: boolean;
  /** The messages and tools as this model takes them. */
  request(messages: readonly ModelMessage[]): Pick<ModelRequest, 'messages' | 'tools'>;
  read(answer: ModelAnswer): Reading;
}

export type Reading =
  | { readonly type: 'answer'; readonly text: string }
  | { readonly type: 'calls'; readonly text: string; readonly calls: readonly ReadCall[] }
  /** Nothing can be done with it; `problem` is told to the model. */
  | { readonly type: 'unusable'; readonly problem: string };

/** `input: null` with a `problem`: what the model wrote was no JSON object. */
export interface ReadCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
  readonly problem?: string;
  readonly written?: string;
}

/** Native calls. */
export function nativeSpeech(tools: readonly ToolDescription[]): Speech {
  return {
    aloud: true,
    request: (messages) => ({ messages, tools }),
    read: (answer) =>
      answer.calls.length > 0
        ? { type: 'calls', text: answer.text, calls: answer.calls.map(readCall) }
        : plainReading(answer),
  };
}

/** Without tools: plain text. */
export const plainSpeech: Speech = {
  aloud: true,
  request: (messages) => ({ messages }),
  read: plainReading,
};

function plainReading({ text, finish }: ModelAnswer): Reading {
  if (text.trim() !== '') return { type: 'answer', text };
  return {
    type: 'unusable',
    problem:
      finish === 'filtered'
        ? 'The answer was withheld by a filter. Answer otherwise.'
        : 'The answer was empty. Answer in words, or call a tool.',
  };
}

function readCall({ id, tool, input }: ModelAnswer['calls'][number]): ReadCall {
  // Models write nothing at all when a tool needs nothing.
  if (input.trim() === '') return { id, tool, input: {} };
  try {
    return { id, tool, input: JSON.parse(input) as Json };
  } catch (error) {
    return {
      id,
      tool,
      input: null,
      written: input,
      problem: `it is no valid JSON (${(error as Error).message})`,
    };
  }
}
