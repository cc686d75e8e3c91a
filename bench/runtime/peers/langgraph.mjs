import { importPeer } from '../../../scripts/peers.mjs';

export async function load(folder) {
  const { createReactAgent } = await importPeer(folder, '@langchain/langgraph/prebuilt');
  const { BaseChatModel } = await importPeer(folder, '@langchain/core/language_models/chat_models');
  const { AIMessage } = await importPeer(folder, '@langchain/core/messages');
  const { tool } = await importPeer(folder, '@langchain/core/tools');
  const { z } = await importPeer(folder, 'zod');
  const script = { calls: 1 };
  let ids = 0;
  let made = 0;
  class Scripted extends BaseChatModel {
    _llmType() {
      return 'scripted';
    }
    bindTools() {
      return this;
    }
    async _generate(messages) {
      const done = messages.filter((message) => message.getType() === 'tool').length;
      ids += 1;
      const message =
        done >= script.calls
          ? new AIMessage('done')
          : new AIMessage({
              content: '',
              tool_calls: [
                {
                  id: `c${ids}`,
                  name: 'echo',
                  args: { text: `step ${done}`, count: done },
                  type: 'tool_call',
                },
              ],
            });
      return { generations: [{ text: '', message }] };
    }
  }
  const echo = tool(
    async ({ text }) => {
      made += 1;
      return JSON.stringify({ said: text });
    },
    {
      name: 'echo',
      description: 'Says it again.',
      schema: z.object({ text: z.string(), count: z.number() }),
    },
  );
  const agent = createReactAgent({ llm: new Scripted({}), tools: [echo] });
  return async (calls) => {
    script.calls = calls;
    const { messages } = await agent.invoke(
      { messages: [{ role: 'user', content: 'Echo.' }] },
      { recursionLimit: calls * 3 + 10 },
    );
    return { text: messages.at(-1).content, made };
  };
}
