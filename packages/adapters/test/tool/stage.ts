import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Json, type Tool, type ToolContext, ToolError, type ToolFailure } from '@symphony/domain';

/** A folder of the test's own, by its real path. */
export function folderOfItsOwn(): { readonly path: string; remove(): void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'symphony-tool-')));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface Heard {
  readonly progress: string[];
  readonly intents: Json[];
}

let calls = 0;

/** What a tool is called with; `heard` keeps what it tells. */
export function contextFor(
  signal: AbortSignal = new AbortController().signal,
  heard: Heard = { progress: [], intents: [] },
): ToolContext {
  calls += 1;
  return {
    signal,
    session: 'session-1',
    call: `call-${calls}`,
    progress: (text) => heard.progress.push(text),
    intend: (intent) => heard.intents.push(intent),
  };
}

export interface ToolBox {
  readonly tools: readonly Tool[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  use(name: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<any>;
  /** What it fails with; throws when it does not. */
  failure(name: string, input?: Record<string, unknown>): Promise<ToolFailure & { readonly message: string }>;
}

export function boxOf(tools: readonly Tool[]): ToolBox {
  const use: ToolBox['use'] = async (name, input = {}, signal) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool.run(input as Record<string, Json>, contextFor(signal));
  };
  return {
    tools,
    use,
    failure: async (name, input) => {
      try {
        await use(name, input);
      } catch (error) {
        if (error instanceof ToolError) return { ...error.failure, message: error.message };
        throw error;
      }
      throw new Error(`${name} did not fail`);
    },
  };
}
