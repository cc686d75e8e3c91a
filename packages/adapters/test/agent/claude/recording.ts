import { existsSync, readFileSync } from 'node:fs';
import type { AgentEvent, Usage } from '@symphony/domain';
import { giveAnswer } from '../../../src/agent/claude/asking.ts';
import { freshMemory, type Memory } from '../../../src/agent/claude/memory.ts';
import { translate } from '../../../src/agent/claude/translate.ts';
import { type Fields, fieldsOf } from '../../../src/agent/claude/wire.ts';

/** Streams of the real program; they lie beside the repository, not in it. */
const RECORDINGS = new URL('../../../../../../shared/fixtures/agents/claude/', import.meta.url);

export const recordingsAbsent = (): string | null =>
  existsSync(RECORDINGS) ? null : 'the recorded streams are not there';

/** What a line of a recording is: said by Claude Code, or sent to it. */
interface Recorded {
  readonly ours: boolean;
  readonly said: Fields;
}

/** One-way recordings are bare lines; two-way ones say who spoke. */
export function readRecording(file: string): readonly Recorded[] {
  const lines = readFileSync(new URL(file, RECORDINGS), 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const entry = JSON.parse(line) as Fields;
      const said = entry.dir === undefined ? entry : (entry.msg as Fields);
      return { ours: entry.dir === '>', said };
    });
}

/** Plays lines through the translator as the session would, with what was sent in between. */
export function play(recorded: readonly Recorded[], spent: Usage | null = null): readonly AgentEvent[] {
  const events: AgentEvent[] = [];
  let memory: Memory = freshMemory('/repo', spent);
  for (const { ours, said } of recorded) {
    if (ours) {
      memory = sent(memory, said);
      continue;
    }
    const translated = translate(memory, said);
    memory = translated.memory;
    events.push(...translated.events);
  }
  return events;
}

export const heard = (lines: readonly Fields[], spent: Usage | null = null): readonly AgentEvent[] =>
  play(
    lines.map((said) => ({ ours: false, said })),
    spent,
  );

function sent(memory: Memory, message: Fields): Memory {
  if (fieldsOf(message.request)?.subtype === 'interrupt') return { ...memory, interrupted: true };
  const response = fieldsOf(message.response);
  if (!response) return memory;
  const behavior = String(fieldsOf(response.response)?.behavior);
  return { ...memory, asks: giveAnswer(memory.asks, String(response.request_id), behavior).asks };
}

export const of = <T extends AgentEvent['type']>(
  events: readonly AgentEvent[],
  type: T,
): readonly Extract<AgentEvent, { type: T }>[] =>
  events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);
