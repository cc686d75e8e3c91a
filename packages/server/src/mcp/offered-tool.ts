import type {
  CallToolResult,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
  ToolCallback,
} from '@modelcontextprotocol/server';
import type { Json } from '@symphony/domain';
import type { Offered } from './offered.ts';

/** A tool as it is described to the agent, with what it does. */
export interface ToolDefinition<Input extends StandardSchemaWithJSON> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** True when it changes nothing. */
  readonly readOnly: boolean;
  /** True when it may take as long as it takes: a person is being waited for. */
  readonly patient?: boolean;
  /** A rejection becomes a tool error that the agent can read. */
  readonly call: (
    input: StandardSchemaWithJSON.InferOutput<Input>,
    context: ServerContext,
  ) => Promise<CallToolResult>;
}

/** Makes a tool ready to be offered; what its input looks like is known only in here. */
export function offeredTool<Input extends StandardSchemaWithJSON>(tool: ToolDefinition<Input>): Offered {
  const { name, title, description, input: inputSchema, patient = false } = tool;
  const work = { kind: 'tool', name, patient, refuse } as const;
  return {
    register(server, { guard }) {
      const config = { title, description, inputSchema, annotations: annotationsOf(tool.readOnly) };
      const callback = (input: StandardSchemaWithJSON.InferOutput<Input>, context: ServerContext) =>
        guard(work, () => tool.call(input, context));
      server.registerTool(name, config, callback as ToolCallback<Input>);
    },
  };
}

/** Agents decide by these whether a person must allow the call; none of ours destroys anything. */
const annotationsOf = (readOnlyHint: boolean): ToolAnnotations => ({
  readOnlyHint,
  destructiveHint: false,
  openWorldHint: false,
});

export const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

export const show = (value: Json): CallToolResult => say(JSON.stringify(value, null, 2));

const refuse = (text: string): CallToolResult => ({ ...say(text), isError: true });
