import type {
  GetPromptResult,
  PromptCallback,
  PromptMessage,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { type Offered, refuseCall } from './offered.ts';

/** A text that a person at the agent's program can call up by its name. */
export interface PromptDefinition<Input extends StandardSchemaWithJSON> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A field made with `completable` of the MCP library is completed while a person types it. */
  readonly input: Input;
  readonly messages: (input: StandardSchemaWithJSON.InferOutput<Input>) => Promise<PromptMessage[]>;
}

export function offeredPrompt<Input extends StandardSchemaWithJSON>(
  prompt: PromptDefinition<Input>,
): Offered {
  const { name, title, description, input: argsSchema } = prompt;
  const work = { kind: 'prompt', name, patient: false, refuse: refuseCall } as const;
  return {
    register(server, { guard }) {
      const callback = (input: StandardSchemaWithJSON.InferOutput<Input>): Promise<GetPromptResult> =>
        guard<GetPromptResult>(work, async () => ({ messages: await prompt.messages(input) }));
      server.registerPrompt(name, { title, description, argsSchema }, callback as PromptCallback<Input>);
    },
  };
}
