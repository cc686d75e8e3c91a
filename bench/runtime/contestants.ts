import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** One run with so many tool calls; answers the last words and how many calls were made since it was loaded. */
export type Play = (calls: number) => Promise<{ readonly text: string; readonly made: number }>;

export const CONTESTANTS = [
  'bare loop',
  'bare loop, each step in SQLite',
  'Symphony',
  'Symphony, without a journal',
  'AI SDK generateText',
  'OpenAI Agents',
  'LangGraph.js',
  'Mastra',
] as const;
export type Contestant = (typeof CONTESTANTS)[number];

const PEERS: Partial<Record<Contestant, string>> = {
  'AI SDK generateText': 'ai-sdk',
  'OpenAI Agents': 'openai-agents',
  'LangGraph.js': 'langgraph',
  Mastra: 'mastra',
};

/** Loads one of them; what that takes is its import. */
export async function load(name: Contestant, peersFolder: string): Promise<Play> {
  const peer = PEERS[name];
  if (peer === undefined)
    return name.startsWith('bare') ? bare(name !== 'bare loop') : ours(name === 'Symphony');
  const file = pathToFileURL(join(import.meta.dirname, 'peers', `${peer}.mjs`)).href;
  const { load: loadPeer } = (await import(file)) as { load(folder: string): Promise<Play> };
  return loadPeer(peersFolder);
}

/** Everything on that is on in use: validation, conversation, the provider adapter, and the journal on disk. */
async function ours(recording: boolean): Promise<Play> {
  const { SymphonyRuntime, ToolRegistry } = await import('@symphony/runtime');
  const { ambient } = await import('@symphony/adapters/ambient');
  const { modelsFrom } = await import('@symphony/adapters/model');
  const { clock, names, chance } = ambient();
  const script = { calls: 1 };
  const { scriptedV4 } = await import('./scripted-v4.mjs' as string);
  let made = 0;
  const tools = new ToolRegistry(clock).add({
    name: 'test.echo',
    description: 'Says it again.',
    input: {
      type: 'object',
      properties: { text: { type: 'string' }, count: { type: 'number' } },
      required: ['text', 'count'],
      additionalProperties: false,
    },
    run: async ({ text }) => {
      made += 1;
      return { said: text as string };
    },
  });
  const models = modelsFrom({ default: scriptedV4(script) }, { clock, chance });
  const journal = recording ? (await openJournal()).journal : null;
  const parts = { tools, models, clock, names, chance, ...(journal ? { journal } : {}) };
  const runtime = new SymphonyRuntime(parts, { maxStepsPerPlan: 20 });
  return async (calls) => {
    script.calls = calls;
    const { success, conversation, error } = await runtime.execute('Echo.', { name: 'bench' });
    if (!success) throw new Error(error);
    return { text: conversation.finalResponse, made };
  };
}

async function openJournal() {
  const { openRuntimeStore } = await import('@symphony/adapters/journal/sqlite');
  return openRuntimeStore(join(mkdtempSync(join(tmpdir(), 'symphony-bench-')), 'runtime.db'));
}

/** What anybody would write in ten lines: the floor. */
function bare(recording: boolean): Play {
  let made = 0;
  const record = recording ? recorder() : () => undefined;
  const model = async (messages: readonly { role: string }[], calls: number) => {
    const done = messages.filter(({ role }) => role === 'tool').length;
    return done >= calls
      ? { text: 'done', call: null }
      : { text: '', call: { tool: 'echo', input: JSON.stringify({ text: `step ${done}`, count: done }) } };
  };
  const tools: Record<string, (input: { text: string }) => Promise<unknown>> = {
    echo: async ({ text }) => {
      made += 1;
      return { said: text };
    },
  };
  return async (calls) => {
    const messages: { role: string; content: unknown }[] = [{ role: 'user', content: 'Echo.' }];
    for (;;) {
      const { text, call } = await model(messages, calls);
      record({ type: 'model', text, call });
      if (!call) return { text, made };
      const result = await tools[call.tool]?.(JSON.parse(call.input) as { text: string });
      record({ type: 'tool', call, result });
      messages.push({ role: 'assistant', content: call }, { role: 'tool', content: result });
    }
  };
}

function recorder(): (event: unknown) => void {
  const db = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'symphony-bench-')), 'bare.db'));
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE e (id INTEGER PRIMARY KEY, body TEXT)',
  );
  const insert = db.prepare('INSERT INTO e (body) VALUES (?)');
  return (event) => void insert.run(JSON.stringify(event));
}
