/**
 * A model that takes no time, as AI SDK provider packages make them: calls the tool `calls` times, then answers. The
 * same object is given to every contestant that takes such models.
 */
export function scriptedV4(script) {
  const usage = {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  };
  let ids = 0;
  const answer = ({ prompt, tools }) => {
    let done = 0;
    for (const { role } of prompt) if (role === 'tool') done += 1;
    if (done >= script.calls)
      return {
        content: [{ type: 'text', text: 'done' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      };
    ids += 1;
    const call = {
      type: 'tool-call',
      toolCallId: `call-${ids}`,
      toolName: tools[0].name,
      input: JSON.stringify({ text: `step ${done}`, count: done }),
    };
    return {
      content: [call],
      finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
      usage,
      warnings: [],
    };
  };
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async (options) => answer(options),
  };
}
