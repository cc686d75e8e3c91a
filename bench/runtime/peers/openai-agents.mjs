import { importPeer } from '../../../scripts/peers.mjs';

export async function load(folder) {
  const { Agent, Runner, setTracingDisabled, tool, Usage } = await importPeer(folder, '@openai/agents');
  const { z } = await importPeer(folder, 'zod');
  setTracingDisabled(true);
  const script = { calls: 1 };
  let ids = 0;
  let made = 0;
  const usage = new Usage({ inputTokens: 10, outputTokens: 5, totalTokens: 15 });
  const model = {
    async getResponse({ input }) {
      const done = Array.isArray(input)
        ? input.filter(({ type }) => type === 'function_call_result').length
        : 0;
      ids += 1;
      if (done >= script.calls)
        return {
          usage,
          output: [
            {
              type: 'message',
              id: `m${ids}`,
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'done' }],
            },
          ],
        };
      const input_ = JSON.stringify({ text: `step ${done}`, count: done });
      return {
        usage,
        output: [
          {
            type: 'function_call',
            id: `f${ids}`,
            callId: `c${ids}`,
            name: 'echo',
            status: 'completed',
            arguments: input_,
          },
        ],
      };
    },
    getStreamedResponse() {
      throw new Error('not used');
    },
  };
  const echo = tool({
    name: 'echo',
    description: 'Says it again.',
    parameters: z.object({ text: z.string(), count: z.number() }),
    execute: async ({ text }) => {
      made += 1;
      return { said: text };
    },
  });
  const agent = new Agent({ name: 'bench', instructions: 'Echo.', model, tools: [echo] });
  const runner = new Runner({ tracingDisabled: true });
  return async (calls) => {
    script.calls = calls;
    const { finalOutput } = await runner.run(agent, 'Echo.', { maxTurns: calls + 2 });
    return { text: finalOutput, made };
  };
}
