import { existsSync, readFileSync } from 'node:fs';
import type { AgentEvent, Usage } from '@symphony/domain';
import { ACP_AGENTS, type AcpAgentName } from '../../../src/agent/acp/agents.ts';
import { beginMemory, type Memory } from '../../../src/agent/acp/memory.ts';
import { type Said, translate } from '../../../src/agent/acp/translate.ts';
import { type Incoming, readMessage } from '../../../src/agent/acp/wire.ts';

/** Streams of the real programs; they lie beside the repository, not in it. */
const RECORDINGS = new URL('../../../../../../shared/fixtures/agents/', import.meta.url);

export const recordingsAbsent = (): string | null =>
  existsSync(RECORDINGS) ? null : 'the recorded streams are not there';

/** The moment at which a recording is played. */
export const NOW = 1_800_000_000_000;

interface Recorded {
  readonly ours: boolean;
  readonly text: string;
}

export const readRecording = (file: string): readonly Recorded[] =>
  readFileSync(new URL(`${file}.jsonl`, RECORDINGS), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { dir: string; msg: object })
    .map(({ dir, msg }) => ({ ours: dir === '>', text: JSON.stringify(msg) }));

/** Plays a recording through the translator as a session does, with what was sent in between. */
export function play(
  agent: AcpAgentName,
  recorded: readonly Recorded[],
  spent: Usage | null = null,
): readonly AgentEvent[] {
  const setting = { agent: ACP_AGENTS[agent], cwd: '/repo', model: null };
  const events: AgentEvent[] = [];
  const sent = new Map<unknown, string>();
  const asked = new Map<unknown, string>();
  let memory: Memory = beginMemory(spent);
  let open = false;
  const hear = (said: Said): void => {
    const heard = translate(memory, said, setting);
    memory = heard.memory;
    events.push(...heard.events);
  };
  const ours = (message: Incoming): void => {
    if (message.kind === 'request') sent.set(message.id, message.method);
    if (message.kind === 'notification' && message.method === 'session/cancel') hear({ type: 'interrupted' });
    if (
      message.kind === 'answer' &&
      message.outcome.ok &&
      /reject|cancel|abort/.test(JSON.stringify(message.outcome))
    )
      hear({ type: 'permission-denied', toolCallId: asked.get(message.id) ?? '' });
  };
  const theirs = (message: Incoming): void => {
    if (message.kind === 'notification' && message.method === 'session/update' && open)
      hear({ type: 'update', update: message.params.update as Incoming & object, now: NOW } as Said);
    if (message.kind === 'request') {
      asked.set(message.id, (message.params.toolCall as { toolCallId: string }).toolCallId);
      hear({ type: 'permission-asked', id: message.id, params: message.params });
    }
    if (message.kind !== 'answer') return;
    const method = sent.get(message.id);
    if (method === 'session/new' || method === 'session/load') open = message.outcome.ok;
    if (method === 'session/prompt')
      hear({ type: 'turn-ended', ending: { kind: 'answered', outcome: message.outcome }, now: NOW });
  };
  for (const line of recorded) (line.ours ? ours : theirs)(readMessage({ text: line.text, cut: false }));
  return events;
}

/** One line for each event, so that a whole turn can be read at a glance. */
export function tell(event: AgentEvent): string {
  switch (event.type) {
    case 'message':
    case 'thought':
    case 'unrecognised':
      return `${event.type}: ${event.text.slice(0, 60)}`;
    case 'tool-started':
      return `> ${event.name}: ${event.summary}`;
    case 'tool-ended':
      return `< ${event.ok ? 'ok' : 'failed'}: ${event.summary.slice(0, 60)}`;
    case 'permission': {
      const { tool, command, paths } = event.request;
      return `may ${tool}: ${command ?? paths.join(' ')}`;
    }
    case 'usage': {
      // Without the price: whether one is known is the price list's matter.
      const { inputTokens, cachedTokens, outputTokens } = event.usage;
      return `usage: ${inputTokens} (${cachedTokens ?? '?'} cached) + ${outputTokens}`;
    }
    case 'limited':
      return `limited until ${event.until}: ${event.message}`;
    case 'retrying':
      return `retrying: ${event.reason}`;
    case 'turn-ended':
      return `${event.status}${event.fault ? ` (${event.fault})` : ''}: ${event.message}`;
    default:
      return event.type;
  }
}
