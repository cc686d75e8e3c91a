import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

/** An agent and its sub-agents keep one each; programs that end without a word leave theirs behind. */
const MOST_SESSIONS = 64;

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * Serves the revisions of MCP that begin with `initialize` (2025-11-25 and older). They are kept as
 * sessions, not answered one by one, because that is how a call can be cancelled by a later message.
 */
export class Sessions {
  readonly #serve: () => McpServer;
  /** Least lately used first. */
  readonly #open = new Map<string, Session>();
  #isClosed = false;

  constructor(serve: () => McpServer) {
    this.#serve = serve;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request);
    const session = this.#open.get(id);
    if (session === undefined) return UNKNOWN_SESSION();
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  /** Whether this is a beginning at all, the transport finds out. */
  async #begin(request: Request): Promise<Response> {
    const server = this.#serve();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#open.set(id, { server, transport }),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    else if (this.#isClosed) await this.#end(transport.sessionId);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_SESSIONS && oldest !== undefined) await this.#end(oldest);
    return response;
  }

  async #end(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.server.close();
  }
}

/** The status tells a program to begin a new session. */
const UNKNOWN_SESSION = (): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32001, message: 'There is no such session; begin a new one.' },
    },
    { status: 404 },
  );
