import type { Tool, ToolResult } from '@symphony/domain';

/** Nobody knows whether a call that took too long did its work: it is not repeated when that would show. */
export const isDoubtful = ({ details }: ToolResult, tool: Tool | undefined): boolean =>
  details?.code === 'E5003' &&
  (tool?.permissions?.some((each) => each !== 'read' && each !== 'network') ?? false);
