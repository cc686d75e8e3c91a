import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Clock, ToolServer, TrackedItem } from '@symphony/domain';
import { onTestFinished } from 'vitest';
import { openToolHost, type RunTools, type RunTracker } from '../../src/mcp/index.ts';
import { SystemClock } from '../../src/system-clock.ts';

export const item = (id: string): TrackedItem => ({
  id,
  identifier: id,
  title: `Work on ${id}`,
  description: `All about ${id}.`,
  state: 'Todo',
  priority: 2,
  labels: ['bug'],
  blockedBy: [],
  dispatchable: true,
  assignee: null,
  url: null,
  repository: null,
  branchName: null,
  createdAt: 0,
  updatedAt: 0,
  fields: { size: 'small' },
  nativeRef: { secretOfTheTracker: true },
});

/** What the tools of a run were asked, as [method, argument]. */
export type Asked = [string, unknown][];

export function runTools(id: string, changes: Partial<RunTools> = {}): RunTools & { readonly asked: Asked } {
  const asked: Asked = [];
  const note = async (method: string, value: unknown) => void asked.push([method, value]);
  return {
    run: `run-${id}`,
    asked,
    reportProgress: (progress) => note('progress', progress),
    async askHuman(question) {
      await note('ask', question);
      return 'Blue.';
    },
    recordDeviation: (deviation) => note('deviation', deviation),
    shareDiscovery: (discovery) => note('discovery', discovery),
    getContext: async () => ({
      item: item(id),
      chamber: `/chambers/${id}`,
      branch: `symphony/${id}`,
      attempt: 3,
      budgetLeft: { usd: 1.5, tokens: null },
      verify: ['npm test'],
      states: ['Todo', 'Done'],
      discoveries: [{ title: 'Old API', detail: 'It is gone.', critical: true, from: 'X-9', at: 0 }],
      mission: null,
    }),
    tracker: ableTracker(id, note),
    ...changes,
  };
}

const ableTracker = (id: string, note: (method: string, value: unknown) => Promise<void>): RunTracker => ({
  read: async (other) => item(other ?? id),
  comment: (text) => note('comment', text),
  move: (state) => note('move', state),
  async create(work) {
    await note('create', work);
    return 'NEW-1';
  },
});

/** A host that ends with the test, and all it warned of. */
export async function openHost(options: { readonly clock?: Clock; readonly limitMs?: number } = {}) {
  const warnings: string[] = [];
  const host = await openToolHost({
    clock: new SystemClock(0),
    version: '1.2.3',
    warn: (message) => void warnings.push(message),
    ...options,
  });
  onTestFinished(() => host.close());
  return { host, warnings };
}

export async function connect(server: ToolServer, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const headers = { Authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

export interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/** What an agent reads when it calls a tool. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = content.map((each) => (each.type === 'text' ? each.text : `(${each.type})`)).join('\n');
  return { text, isError: isError === true };
}

/** One plain HTTP request, as a program without the client library sends it. */
export const post = (server: ToolServer, body: string, headers: Record<string, string> = {}) =>
  fetch(server.url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${server.token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...headers,
    },
    body,
  });
