import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The smallest MCP server over HTTP: one tool, and a list of who called it with what. */
export interface TestToolServer {
  readonly url: string;
  readonly calls: readonly { readonly authorization: string | undefined; readonly arguments: unknown }[];
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: unknown };
}

export async function openToolServer(tool: string): Promise<TestToolServer> {
  const calls: { authorization: string | undefined; arguments: unknown }[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Message;
    if (method === 'tools/call')
      calls.push({ authorization: request.headers.authorization, arguments: params?.arguments });
    if (id === undefined) return response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answerTo(method, params, tool) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    calls,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answerTo(method: string, params: Message['params'], tool: string): object {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'test', version: '1' },
    };
  if (method === 'tools/list')
    return { tools: [{ name: tool, description: tool, inputSchema: { type: 'object', properties: {} } }] };
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'noted' }] } : {};
}
