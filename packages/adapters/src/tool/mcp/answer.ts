import type { CallToolResult } from '@modelcontextprotocol/client';
import { type Json, ToolError } from '@symphony/domain';

const MOST_CHARACTERS = 200_000;

/** What a server answered, as a tool answers: its structured answer where it gave one, else its words. */
export function answerOf(server: string, { content, structuredContent, isError }: CallToolResult): Json {
  if (isError)
    throw new ToolError(wordsOf(content) || `A tool of ${server} failed and did not say why.`, {
      guidance: 'Try another input or another tool.',
    });
  if (structuredContent !== undefined) return structuredContent as Json;
  return wordsOf(content);
}

function wordsOf(content: CallToolResult['content']): string {
  const said = content.map(partOf).join('\n');
  if (said.length <= MOST_CHARACTERS) return said;
  return `${said.slice(0, MOST_CHARACTERS)}\n… ${said.length - MOST_CHARACTERS} more characters are left out.`;
}

function partOf(part: CallToolResult['content'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `(${part.type}, ${part.mimeType})`;
    case 'resource_link':
      return `(${part.name}: ${part.uri})`;
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `(${part.resource.uri})`;
  }
}

/** What went wrong on the way. Whether a call that was cut off had been carried out cannot be known. */
export function lineFault(server: string, error: unknown, stopped: boolean): ToolError {
  if (error instanceof ToolError) return error;
  if (stopped) return new ToolError(`The call to ${server} was stopped.`, { code: 'E3001' });
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  if (code === 'REQUEST_TIMEOUT')
    return new ToolError(`${server} did not answer in time.`, { code: 'E5003', retryable: true });
  // Numbers are the protocol's own: the server answered, and said no.
  if (typeof code === 'number')
    return new ToolError(`${server} refused: ${(message ?? '').slice(0, 500)}`, {
      guidance: 'Call it again with an input that fits, or use another tool.',
    });
  return new ToolError(`${server} could not be reached.`, {
    code: 'E7001',
    guidance: 'Try again; it is started or called anew. What was asked may have been done already.',
    retryable: true,
  });
}
