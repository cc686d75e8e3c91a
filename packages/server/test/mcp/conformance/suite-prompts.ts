import { completable, type PromptMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Offered } from '../../../src/mcp/offered.ts';
import { offeredPrompt } from '../../../src/mcp/offered-prompt.ts';
import { PIXEL } from './suite-media.ts';

/** The prompts the conformance suite asks of a server. */

const user = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content });
const text = (said: string): PromptMessage => user({ type: 'text', text: said });

const PLACES = ['paris', 'park', 'party'];

export const suitePrompts: readonly Offered[] = [
  offeredPrompt({
    name: 'test_simple_prompt',
    title: 'Simple',
    description: 'Takes no arguments.',
    input: z.object({}).optional(),
    messages: async () => [text('This is a simple prompt for testing.')],
  }),
  offeredPrompt({
    name: 'test_prompt_with_arguments',
    title: 'With arguments',
    description: 'Takes two arguments, of which one is completed.',
    input: z.object({
      arg1: completable(z.string(), (begun) => PLACES.filter((each) => each.startsWith(begun))),
      arg2: z.string(),
    }),
    messages: async ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }),
  offeredPrompt({
    name: 'test_prompt_with_embedded_resource',
    title: 'With a resource',
    description: 'Carries a resource.',
    input: z.object({ resourceUri: z.string() }),
    messages: async ({ resourceUri: uri }) => [
      user({
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      text('Please process the embedded resource above.'),
    ],
  }),
  offeredPrompt({
    name: 'test_prompt_with_image',
    title: 'With an image',
    description: 'Carries an image.',
    input: z.object({}).optional(),
    messages: async () => [
      user({ type: 'image', data: PIXEL, mimeType: 'image/png' }),
      text('Please analyze the image above.'),
    ],
  }),
];
