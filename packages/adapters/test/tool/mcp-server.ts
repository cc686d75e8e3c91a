import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/** A real MCP server over standard input and output. Arguments: a file for its notes. */
const [notes = ''] = process.argv.slice(2);
appendFileSync(notes, `started ${process.pid}\n`);
const server = new McpServer({ name: 'sample', version: '1' });

server.registerTool(
  'math/add.two',
  { description: 'Adds.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
  ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
);
server.registerTool(
  'structured',
  {
    description: 'Answers in fields.',
    inputSchema: z.object({}),
    outputSchema: z.object({ city: z.string() }),
  },
  () => ({ content: [{ type: 'text', text: '{"city":"Oslo"}' }], structuredContent: { city: 'Oslo' } }),
);
server.registerTool('fail', { description: 'Fails.', inputSchema: z.object({}) }, () => ({
  isError: true,
  content: [{ type: 'text', text: 'The disk is on fire.' }],
}));
server.registerTool('crash', { description: 'Ends the process.', inputSchema: z.object({}) }, () =>
  process.exit(3),
);
server.registerTool('env', { description: 'Tells its environment.', inputSchema: z.object({}) }, () => ({
  content: [{ type: 'text', text: JSON.stringify(process.env) }],
}));
server.registerTool('wait', { description: 'Waits.', inputSchema: z.object({}) }, async (_, context) => {
  const signal = context.mcpReq.signal;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 30_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      appendFileSync(notes, 'cancelled\n');
      resolve();
    });
  });
  return { content: [{ type: 'text', text: 'waited' }] };
});

await server.connect(new StdioServerTransport());
