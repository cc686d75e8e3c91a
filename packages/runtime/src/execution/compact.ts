import { failureOf, type ModelMessage, type ModelTier } from '@symphony/domain';
import type { Session } from '../session.ts';
import { cut } from './perform.ts';

/** A token is about this many characters; where the model told its count, that is used. */
const CHARACTERS_PER_TOKEN = 4;
/** From here on there is no room left for a good answer. */
const FULL = 0.75;
/** What stays word for word. */
const STAYS = 0.35;

export const estimatedTokens = (messages: readonly ModelMessage[]): number =>
  Math.ceil(messages.reduce((sum, message) => sum + sizeOf(message), 0) / CHARACTERS_PER_TOKEN);

/**
 * Makes room when the conversation no longer fits (R14): older turns are summed up by a model, or cut when it
 * cannot, and the whole of them is put away. The request and the last turns stay. A call and its
 * results are never torn apart.
 */
export async function fitting(
  session: Session,
  messages: readonly ModelMessage[],
  request: ModelMessage | undefined,
  { tier, contextTokens }: { readonly tier: ModelTier; readonly contextTokens: number },
): Promise<readonly ModelMessage[]> {
  if (estimatedTokens(messages) < contextTokens * FULL) return messages;
  const parts = split(messages, request, contextTokens * STAYS * CHARACTERS_PER_TOKEN);
  if (parts.old.length === 0) return messages;
  const whole = parts.old.map(asText).join('\n\n');
  const artifact = await putAway(session, whole);
  const summary = await sumUp(session, whole, tier, contextTokens);
  session.emit({ type: 'compacted', turns: parts.old.length, summary, artifact });
  return [...parts.head, { role: 'user', text: `Summary of what came before:\n${summary}` }, ...parts.recent];
}

interface Parts {
  readonly head: readonly ModelMessage[];
  readonly old: readonly ModelMessage[];
  readonly recent: readonly ModelMessage[];
}

function split(messages: readonly ModelMessage[], asked: ModelMessage | undefined, room: number): Parts {
  const start = messages.findIndex(({ role }) => role !== 'system');
  const first = start === -1 ? messages.length : start;
  // The request itself is worth more than what was said after it.
  const request = asked ? messages.indexOf(asked) : -1;
  let from = messages.length;
  let size = 0;
  for (let at = messages.length - 1; at >= first; at--) {
    size += sizeOf(messages[at] as ModelMessage);
    if (size > room && from < messages.length) break;
    if (messages[at]?.role !== 'tool') from = at;
  }
  const old = messages.slice(first, from).filter((_, at) => first + at !== request);
  const kept = asked && request >= first && request < from ? [asked] : [];
  return { head: [...messages.slice(0, first), ...kept], old, recent: messages.slice(from) };
}

async function sumUp(
  session: Session,
  whole: string,
  tier: ModelTier,
  contextTokens: number,
): Promise<string> {
  const most = Math.floor(contextTokens * 0.5 * CHARACTERS_PER_TOKEN);
  const text = whole.length <= most ? whole : `${whole.slice(0, most / 2)}\n[…]\n${whole.slice(-most / 2)}`;
  try {
    const { text: summary } = await session.ask({
      tier: session.around.models.describe('weak') ? 'weak' : tier,
      purpose: 'compact',
      messages: [
        {
          role: 'system',
          text: 'Sum up this part of a conversation for the one who goes on with it: what was asked, decided, found, done and left undone, with names, paths and figures as they are. Facts only.',
        },
        { role: 'user', text },
      ],
    });
    if (summary.trim() !== '') return cut4(summary, most / 4);
  } catch (error) {
    if (session.signal.aborted) throw error;
    session.emit({
      type: 'insight',
      text: `Older turns were cut, not summed up: ${failureOf(error).message}`,
    });
  }
  return whole
    .split('\n\n')
    .map((each) => cut(each, 160))
    .slice(-60)
    .join('\n');
}

async function putAway(session: Session, text: string): Promise<string | null> {
  try {
    return (await session.around.keep?.('conversation before compaction', text)) ?? null;
  } catch (error) {
    session.emit({
      type: 'insight',
      text: `What was dropped could not be kept: ${failureOf(error).message}`,
    });
    return null;
  }
}

const cut4 = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most)}…`);

function asText(message: ModelMessage): string {
  if (message.role === 'tool')
    return `tool ${message.tool} ${message.ok ? 'answered' : 'failed'}: ${JSON.stringify(message.output)}`;
  const calls = message.role === 'assistant' ? (message.calls ?? []) : [];
  const called = calls.map(({ tool, input }) => `called ${tool} with ${JSON.stringify(input)}`);
  return [`${message.role}: ${message.text}`, ...called].join('\n');
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'tool') return sizeOfJson(message.output) + message.tool.length + 16;
  const calls = message.role === 'assistant' ? (message.calls ?? []) : [];
  return message.text.length + 16 + calls.reduce((sum, { input }) => sum + sizeOfJson(input) + 32, 0);
}

/** About as long as it is written, without writing it. */
function sizeOfJson(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 2;
  for (const [key, each] of Object.entries(value)) size += key.length + 4 + sizeOfJson(each);
  return size;
}
