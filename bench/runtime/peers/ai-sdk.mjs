import { importPeer } from '../../../scripts/peers.mjs';
import { scriptedV4 } from '../scripted-v4.mjs';

export async function load(folder) {
  const { generateText, isStepCount, tool } = await importPeer(folder, 'ai');
  const { z } = await importPeer(folder, 'zod');
  const script = { calls: 1 };
  const model = scriptedV4(script);
  let made = 0;
  const tools = {
    echo: tool({
      description: 'Says it again.',
      inputSchema: z.object({ text: z.string(), count: z.number() }),
      execute: async ({ text }) => {
        made += 1;
        return { said: text };
      },
    }),
  };
  return async (calls) => {
    script.calls = calls;
    const { text } = await generateText({ model, tools, prompt: 'Echo.', stopWhen: isStepCount(calls + 2) });
    return { text, made };
  };
}
