import type { CallToolResult, Client, Tool as McpTool } from '@modelcontextprotocol/client';
import { type Launch, ToolError } from '@symphony/domain';

/** A server as a person names it: a program that is started, or an address. */
export type McpServer = {
  readonly name: string;
  /** Only these of its tools; absent: all. */
  readonly tools?: readonly string[];
  readonly timeoutMs?: number;
} & (
  | {
      readonly command: string;
      readonly args?: readonly string[];
      /** Its environment, beside the few names every program needs (HOME, PATH, USER and the like). */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
);

const OPENING_MS = 15_000;
export const CALL_MS = 60_000;

/**
 * The line to one server. States: never opened; open; lost (its program ended, its address went away). Whoever calls
 * next opens it again. One opening at a time.
 */
export class McpConnection {
  readonly #server: McpServer;
  readonly #confine: (launch: Launch) => Launch;
  #client: Client | null = null;
  #opening: Promise<Client> | null = null;
  #closed = false;

  constructor(server: McpServer, confine: (launch: Launch) => Launch) {
    this.#server = server;
    this.#confine = confine;
  }

  async tools(): Promise<readonly McpTool[]> {
    const client = await this.#open();
    const { tools } = await client.listTools(undefined, { timeout: OPENING_MS });
    return tools;
  }

  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    progress: (text: string) => void,
  ): Promise<CallToolResult> {
    const client = await this.#open();
    try {
      return await this.#callOn(client, tool, input, signal, progress);
    } catch (error) {
      // A server that forgot us (it was started anew) answers no call of this line any more.
      if (!signal.aborted && isLineFault(error)) await this.#drop(client);
      throw error;
    }
  }

  #callOn(
    client: Client,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    progress: (text: string) => void,
  ): Promise<CallToolResult> {
    return client.callTool(
      { name: tool, arguments: { ...input } },
      {
        signal,
        timeout: this.#server.timeoutMs ?? CALL_MS,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: 10 * (this.#server.timeoutMs ?? CALL_MS),
        onprogress: ({ message }) => {
          if (message !== undefined && message !== '') progress(message.slice(0, 200));
        },
      },
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opening = this.#opening;
    if (opening) await opening.catch(() => undefined);
    const client = this.#client;
    this.#client = null;
    await client?.close();
  }

  async #drop(client: Client): Promise<void> {
    if (this.#client === client) this.#client = null;
    await client.close();
  }

  #open(): Promise<Client> {
    if (this.#closed) throw new ToolError(`The line to ${this.#server.name} is closed.`);
    if (this.#client) return Promise.resolve(this.#client);
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #connect(): Promise<Client> {
    const { Client } = await import('@modelcontextprotocol/client');
    const client = new Client({ name: 'symphony', version: '1' });
    client.onclose = () => {
      if (this.#client === client) this.#client = null;
    };
    try {
      await client.connect(await this.#transport(), { timeout: OPENING_MS });
    } catch (error) {
      await client.close();
      throw error;
    }
    this.#client = client;
    return client;
  }

  async #transport() {
    const server = this.#server;
    if ('url' in server) {
      const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
      return new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers: { ...server.headers } },
      });
    }
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const { command, args, cwd, env } = this.#confine({ ...server, args: server.args ?? [] });
    // What it says beside the protocol may hold anything, keys included: it is not kept.
    return new StdioClientTransport({ command, args: [...args], cwd, env: { ...env }, stderr: 'ignore' });
  }
}

/** Numbers are the protocol's own codes: the server is there and answered. */
const isLineFault = (error: unknown): boolean => {
  const { code } = error as { readonly code?: unknown };
  return typeof code !== 'number' && code !== 'REQUEST_TIMEOUT';
};
