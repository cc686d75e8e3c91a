import type { Tool as McpTool } from '@modelcontextprotocol/client';
import type { JsonSchema, Launch, Tool } from '@symphony/domain';
import { type Marker, markerEnv } from '../../process/index.ts';
import { abortSignalOf } from '../define.ts';
import { answerOf, lineFault } from './answer.ts';
import { CALL_MS, McpConnection, type McpServer } from './connection.ts';
import { toolNameOf } from './name.ts';

export interface McpToolOptions {
  /** Carried by the programs that are started. */
  readonly marker?: Marker;
  /** Puts what is started into a sandbox. */
  readonly confine?: (launch: Launch) => Launch;
}

export interface McpTools {
  readonly tools: readonly Tool[];
  /** Servers that could not be asked what they offer, and why; their tools are missing. */
  readonly problems: readonly { readonly server: string; readonly sentence: string }[];
  /** Ends the programs and the lines. */
  close(): Promise<void>;
}

const MOST_DESCRIPTION = 4_000;

/** The tools of MCP servers, named `server.tool`. Never rejects: a server that is not there is a problem that is told. */
export async function mcpTools(
  servers: readonly McpServer[],
  options: McpToolOptions = {},
): Promise<McpTools> {
  const confine = confinement(options);
  const lines = servers.map((server) => ({ server, line: new McpConnection(server, confine) }));
  const asked = await Promise.all(
    lines.map(async ({ server, line }) => {
      try {
        const offered = (await line.tools()).filter(({ name }) => server.tools?.includes(name) ?? true);
        return { tools: offered.map((tool) => asTool(server, line, tool)), problems: [] };
      } catch (error) {
        const sentence = lineFault(server.name, error, false).message;
        return { tools: [], problems: [{ server: server.name, sentence }] };
      }
    }),
  );
  return {
    tools: asked.flatMap(({ tools }) => tools),
    problems: asked.flatMap(({ problems }) => problems),
    close: async () => {
      await Promise.allSettled(lines.map(({ line }) => line.close()));
    },
  };
}

const confinement =
  ({ marker, confine = (launch) => launch }: McpToolOptions) =>
  (launch: Launch) =>
    confine({ ...launch, env: { ...launch.env, ...(marker ? markerEnv(marker) : {}) } });

/** What a server says of its own harmlessness is not taken for granted: every one of them may do anything. */
function asTool(
  server: McpServer,
  line: McpConnection,
  { name, description, title, inputSchema }: McpTool,
): Tool {
  return {
    name: toolNameOf(server.name, name),
    description: (description ?? title ?? name).slice(0, MOST_DESCRIPTION),
    input: inputSchema as JsonSchema,
    permissions: ['execute', 'network'],
    timeoutMs: 10 * (server.timeoutMs ?? CALL_MS) + 5_000,
    run: async (input, context) => {
      const { signal, release } = abortSignalOf(context.signal);
      try {
        return answerOf(server.name, await line.call(name, input, signal, context.progress));
      } catch (error) {
        throw lineFault(server.name, error, signal.aborted);
      } finally {
        release();
      }
    },
  };
}
