import { importPeer } from '../../../scripts/peers.mjs';

export async function load(folder) {
  const { Agent } = await importPeer(folder, '@mastra/core/agent');
  const { createTool } = await importPeer(folder, '@mastra/core/tools');
  const { z } = await importPeer(folder, 'zod');
  const script = { calls: 1 };
  const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
  let ids = 0;
  let made = 0;
  const partsFor = (prompt) => {
    const done = prompt.filter(({ role }) => role === 'tool').length;
    ids += 1;
    if (done >= script.calls)
      return [
        { type: 'text-start', id: '0' },
        { type: 'text-delta', id: '0', delta: 'done' },
        { type: 'text-end', id: '0' },
        { type: 'finish', finishReason: 'stop', usage },
      ];
    return [
      {
        type: 'tool-call',
        toolCallId: `c${ids}`,
        toolName: 'echo',
        input: JSON.stringify({ text: `step ${done}`, count: done }),
      },
      { type: 'finish', finishReason: 'tool-calls', usage },
    ];
  };
  const model = {
    specificationVersion: 'v2',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const parts = partsFor(prompt);
      const content = parts.flatMap((part) =>
        part.type === 'tool-call'
          ? [part]
          : part.type === 'text-delta'
            ? [{ type: 'text', text: part.delta }]
            : [],
      );
      return { content, finishReason: parts.at(-1).finishReason, usage, warnings: [] };
    },
    async doStream({ prompt }) {
      const parts = [{ type: 'stream-start', warnings: [] }, ...partsFor(prompt)];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
  const echo = createTool({
    id: 'echo',
    description: 'Says it again.',
    inputSchema: z.object({ text: z.string(), count: z.number() }),
    execute: async (input) => {
      made += 1;
      return { said: input.text ?? input.context?.text };
    },
  });
  const agent = new Agent({ id: 'bench', name: 'bench', instructions: 'Echo.', model, tools: { echo } });
  return async (calls) => {
    script.calls = calls;
    const { text } = await agent.generate('Echo.', { maxSteps: calls + 2 });
    return { text, made };
  };
}
