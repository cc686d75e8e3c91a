import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  type ElicitRequestFormParams,
  fromJsonSchema,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Offered } from '../../../src/mcp/offered.ts';
import { offeredTool, say } from '../../../src/mcp/offered-tool.ts';
import { PIXEL, SILENCE } from './suite-media.ts';

/** The tools the conformance suite asks of a server. */

type Content = CallToolResult['content'][number];

const image: Content = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const audio: Content = { type: 'audio', data: SILENCE, mimeType: 'audio/wav' };
const resource = (uri: string, mimeType: string, text: string): Content => ({
  type: 'resource',
  resource: { uri, mimeType, text },
});

const plain = (name: string, call: (context: ServerContext) => Promise<CallToolResult>): Offered =>
  offeredTool({
    name,
    title: name,
    description: `The tool ${name} of the suite.`,
    readOnly: true,
    input: z.object({}),
    call: (_input, context) => call(context),
  });

const constant = (name: string, ...content: Content[]) => plain(name, async () => ({ content }));

const PARTS = [0, 50, 100];

async function showProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of PARTS) {
    const params = { progressToken, progress, total: 100 };
    if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params });
    await sleep(50);
  }
  return say('Done.');
}

async function logSteps({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const step of ['execution started', 'processing data', 'execution completed']) {
    await mcpReq.log('info', `Tool ${step}`);
    await sleep(50);
  }
  return say('Done.');
}

/** Hangs up in the middle of the call; the answer is for a program that comes back. */
async function hangUp({ http }: ServerContext): Promise<CallToolResult> {
  http?.closeSSE?.();
  await sleep(100);
  return say('Reconnected.');
}

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

async function elicit(
  { mcpReq }: ServerContext,
  message: string,
  properties: Properties,
  required: string[] = [],
) {
  const requestedSchema = { type: 'object' as const, properties, required };
  // Sent on the stream of this call: the other stream of the session may not be open yet.
  const params = { mode: 'form', message, requestedSchema };
  const { action, content } = await mcpReq.send({ method: 'elicitation/create', params });
  return say(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

const THREE = ['option1', 'option2', 'option3'];
const TITLED = ['First', 'Second', 'Third'].map((each, at) => ({
  const: `value${at + 1}`,
  title: `${each} Option`,
}));

const asking: Offered[] = [
  offeredTool({
    name: 'test_sampling',
    title: 'Sampling',
    description: 'Asks the model of the program.',
    readOnly: true,
    input: z.object({ prompt: z.string() }),
    async call({ prompt: text }, { mcpReq }) {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }];
      const params = { messages, maxTokens: 100 };
      const { content } = await mcpReq.send({ method: 'sampling/createMessage', params });
      return say(`LLM response: ${JSON.stringify(content)}`);
    },
  }),
  offeredTool({
    name: 'test_elicitation',
    title: 'Elicitation',
    description: 'Asks the person at the program.',
    readOnly: true,
    input: z.object({ message: z.string() }),
    call: ({ message }, context) =>
      elicit(context, message, { username: { type: 'string' }, email: { type: 'string' } }, [
        'username',
        'email',
      ]),
  }),
  plain('test_elicitation_sep1034_defaults', (context) =>
    elicit(context, 'Defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  ),
  plain('test_elicitation_sep1330_enums', (context) =>
    elicit(context, 'Choices', {
      untitledSingle: { type: 'string', enum: THREE },
      titledSingle: { type: 'string', oneOf: TITLED },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: THREE } },
      titledMulti: { type: 'array', items: { anyOf: TITLED } },
    }),
  ),
];

export const suiteTools: readonly Offered[] = [
  constant('test_simple_text', { type: 'text', text: 'This is a simple text response for testing.' }),
  constant('test_image_content', image),
  constant('test_audio_content', audio),
  constant(
    'test_embedded_resource',
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ),
  constant(
    'test_multiple_content_types',
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ),
  plain('test_tool_with_progress', showProgress),
  plain('test_tool_with_logging', logSteps),
  plain('test_reconnection', hangUp),
  plain('test_error_handling', () => Promise.reject(new Error('This tool intentionally returns an error'))),
  ...asking,
  offeredTool({
    name: 'json_schema_2020_12_tool',
    title: 'JSON Schema',
    description: 'Tool with JSON Schema 2020-12 features',
    readOnly: true,
    input: fromJsonSchema({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    }),
    call: async (input) => say(JSON.stringify(input)),
  }),
];
