import { randomUUID } from 'node:crypto';
import {
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { StreamMemory } from './stream-memory.ts';

/** An agent and its sub-agents keep one each; programs that end without a word leave theirs behind. */
const MOST_SESSIONS = 64;

/** When a program whose connection broke may come back. */
const RETRY_MS = 1_000;

interface Session {
  readonly server: McpServer;
  readonly memory: StreamMemory;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * Serves the revisions of MCP that begin with `initialize` (2025-11-25 and older). They are kept as
 * sessions, not answered one by one, because that is how a call can be cancelled by a later message,
 * and how a program whose connection broke comes back for the answer of a call.
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
    const missedFrom = request.headers.get('last-event-id');
    if (missedFrom !== null && !session.memory.knows(missedFrom)) return FORGOTTEN();
    holdToAgreement(request, session.server);
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  /** Whether this is a beginning at all, the transport finds out. */
  async #begin(request: Request): Promise<Response> {
    const server = this.#serve();
    const memory = new StreamMemory();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: memory,
      retryInterval: RETRY_MS,
      onsessioninitialized: (id) => void this.#open.set(id, { server, memory, transport }),
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

/**
 * A session goes on in the revision it began with: that one says whether the program understands how
 * streams are resumed. Some programs leave the header out later on, or name an older revision in it.
 */
function holdToAgreement({ headers }: Request, { server }: McpServer): void {
  const named = headers.get('mcp-protocol-version');
  const agreed = server.getNegotiatedProtocolVersion();
  if (agreed === undefined) return;
  // What nobody knows is left for the transport to refuse.
  if (named === null || SUPPORTED_PROTOCOL_VERSIONS.includes(named))
    headers.set('mcp-protocol-version', agreed);
}

/** The status tells a program to begin a new session. */
const UNKNOWN_SESSION = (): Response => refusal(404, -32001, 'There is no such session; begin a new one.');

const FORGOTTEN = (): Response =>
  refusal(400, -32000, 'What came after this event is not known any more; make the call again.');

const refusal = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
