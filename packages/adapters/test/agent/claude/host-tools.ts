import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { ToolServer } from '@symphony/domain';

const TOKEN = 'token-of-the-host-tools';

/** One tool over MCP, as Symphony offers its own: it counts how often it is used. */
export class HostTools implements AsyncDisposable {
  readonly server: ToolServer;
  readonly #close: () => Promise<void>;
  readonly #calls: { count: number };

  private constructor(server: ToolServer, calls: { count: number }, close: () => Promise<void>) {
    this.server = server;
    this.#calls = calls;
    this.#close = close;
  }

  get calls(): number {
    return this.#calls.count;
  }

  static async open(): Promise<HostTools> {
    const calls = { count: 0 };
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: 'symphony', version: '1.0.0' });
      server.registerTool('report', { description: 'Reports progress.' }, async () => {
        calls.count += 1;
        return { content: [{ type: 'text', text: 'It was noted.' }] };
      });
      return server;
    });
    const fetch = (request: Request): Promise<Response> | Response =>
      request.headers.get('authorization') === `Bearer ${TOKEN}`
        ? handler.fetch(request)
        : new Response(null, { status: 401 });
    const { promise, resolve } = Promise.withResolvers<AddressInfo>();
    const listening = serve({ fetch, hostname: '127.0.0.1', port: 0 }, resolve);
    const { port } = await promise;
    const server = { name: 'symphony', url: `http://127.0.0.1:${port}/mcp`, token: TOKEN };
    return new HostTools(server, calls, async () => {
      await handler.close();
      if ('closeAllConnections' in listening) listening.closeAllConnections();
      await new Promise((done) => listening.close(done));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}
