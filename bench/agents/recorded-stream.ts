import { existsSync, readFileSync } from 'node:fs';
import type { AgentEvent } from '@symphony/domain';
import * as claude from '../../packages/adapters/src/agent/claude/memory.ts';
import { translate as translateClaude } from '../../packages/adapters/src/agent/claude/translate.ts';
import { readLine } from '../../packages/adapters/src/agent/claude/wire.ts';
import { isAsk, readRequest } from '../../packages/adapters/src/agent/codex/asks.ts';
import * as codex from '../../packages/adapters/src/agent/codex/memory.ts';
import {
  nameThread,
  translate as translateCodex,
} from '../../packages/adapters/src/agent/codex/translate.ts';
import { readMessage } from '../../packages/adapters/src/agent/codex/wire.ts';

/** What real agents said, and what their adapters make of it. The recordings lie beside the repository. */
export interface RecordedStream {
  readonly file: string;
  /** Plays the lines from the beginning of a session on; `hear` is told what they mean. */
  translate(lines: readonly string[], hear: (event: AgentEvent) => void): void;
}

const FOLDER = new URL('../../../shared/fixtures/agents/', import.meta.url);
const NOW = Date.UTC(2026, 10, 16, 12);

export const STREAMS = {
  claude: {
    file: 'claude/ok.jsonl',
    translate(lines, hear) {
      let memory = claude.freshMemory('/repo', null);
      for (const line of lines) {
        const said = readLine(line);
        if (said === null) throw new Error(`This line cannot be read: ${line}`);
        const heard = translateClaude(memory, said);
        memory = heard.memory;
        heard.events.forEach(hear);
      }
    },
  },
  codex: {
    file: 'codex/app-server-approval.jsonl',
    translate(lines, hear) {
      let memory = codex.freshMemory('/repo', null, null);
      for (const line of lines) {
        const message = readMessage(line);
        if (message === null) throw new Error(`This line cannot be read: ${line}`);
        if (message.kind === 'result' && 'thread' in message.result)
          memory = nameThread(memory, message.result).memory;
        if (message.kind === 'request') {
          const read = readRequest(message, memory);
          if (isAsk(read)) read.events.forEach(hear);
        }
        if (message.kind !== 'notification') continue;
        const heard = translateCodex(memory, message, NOW);
        memory = heard.memory;
        heard.events.forEach(hear);
      }
    },
  },
} as const satisfies Readonly<Record<string, RecordedStream>>;

export type StreamName = keyof typeof STREAMS;

/** Why the recordings cannot be played, or null. */
export const recordingsAbsent = (): string | null =>
  existsSync(FOLDER) ? null : 'the recorded streams are not here (../shared/fixtures/agents)';

/** What the agent said, as it came out of its process. */
export function linesOf(name: StreamName): readonly string[] {
  const lines = readFileSync(new URL(STREAMS[name].file, FOLDER), 'utf8').trimEnd().split('\n');
  // Two-way recordings say who spoke.
  return lines.flatMap((line) => {
    const entry = JSON.parse(line) as { readonly dir?: '<' | '>'; readonly msg?: unknown };
    if (entry.dir === undefined) return [line];
    return entry.dir === '<' ? [JSON.stringify(entry.msg)] : [];
  });
}

export function eventsOf(name: StreamName): readonly AgentEvent[] {
  const events: AgentEvent[] = [];
  STREAMS[name].translate(linesOf(name), (event) => events.push(event));
  return events;
}
