import type { Json, RuntimeResult, ToolResult } from '@symphony/domain';
import type { AgentProfile } from './agent-profile.ts';

/** The older public shape of an answer (R3), made from the same result. */
export function directResult(
  { success, error, conversation, execution }: RuntimeResult,
  agent: AgentProfile,
  { startTime, endTime, model }: { startTime: number; endTime: number; model: string | null },
): ToolResult {
  const toolsExecuted: Json = execution.steps.map(({ tool, parameters, result }) => ({
    name: tool ?? 'unknown_tool',
    parameters,
    success: result.success,
    ...(result.result === undefined ? {} : { result: result.result }),
    ...(result.error === undefined ? {} : { error: result.error }),
  }));
  return {
    success,
    result: {
      response: conversation.finalResponse,
      reasoning: conversation.reasoningChain.join('\n'),
      agent: agent.name,
      timestamp: endTime,
      model,
      toolsExecuted,
    },
    ...(error === undefined ? {} : { error }),
    metrics: { duration: endTime - startTime, startTime, endTime },
  };
}
