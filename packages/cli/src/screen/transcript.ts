import type { AgentEvent, Entry, LogEvent } from '@symphony/domain';
import { agentWords, clockTime, type NameOf, wordsOf } from '@symphony/protocol/words';
import { wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';
import type { Style } from './paint.ts';

export interface TranscriptFrame extends Frame {
  readonly nameOf: NameOf;
  /** Several items in one transcript: each paragraph says whose it is. */
  readonly named: boolean;
}

/** The kinds of event a transcript is made of. */
export const TRANSCRIPT_TYPES: readonly LogEvent['type'][] = [
  'run-started',
  'turn-started',
  'agent-reported',
  'question-answered',
  'permission-judged',
  'tool-reported',
  'scope-judged',
  'steering-wanted',
  'takeover-began',
  'takeover-ended',
  'evidence-recorded',
  'handoff-returned',
  'item-moved',
];

/** What an agent said and did, to be read from top to bottom. Empty for what says nothing to a reader. */
export function transcriptLines(raw: Entry, frame: TranscriptFrame): string[] {
  const entry = harmless(raw);
  const { event } = entry;
  if (
    event.type === 'item-moved' &&
    event.to !== 'needs_human' &&
    event.to !== 'failed' &&
    event.to !== 'open'
  )
    return [];
  if (event.type !== 'agent-reported') {
    const item = 'item' in event && event.item !== null ? frame.nameOf(event.item) : '';
    return paragraph('──', `${item} ${wordsOf(event, frame.nameOf)}`, 'strong', entry, frame);
  }
  const said = spoken(event.event);
  if (!said) return [];
  const name = frame.named ? `${frame.nameOf(event.item)} ` : '';
  return paragraph(`${name}${said.mark}`, said.text, said.style, entry, frame);
}

/** Usage and life signs are for the log, not for a reader. */
function spoken(event: AgentEvent): { mark: string; text: string; style: Style | null } | null {
  switch (event.type) {
    case 'message':
      return { mark: '●', text: event.text, style: null };
    case 'thought':
      return { mark: '○', text: event.text, style: 'dim' };
    case 'tool-started':
      return { mark: '▸', text: `${event.name} ${event.summary}`, style: 'accent' };
    case 'tool-ended':
      return { mark: event.ok ? '✓' : '✗', text: event.summary, style: event.ok ? 'dim' : 'bad' };
    case 'plan':
      return {
        mark: '☰',
        text: event.steps.map((step) => `[${step.done ? 'x' : ' '}] ${step.text}`).join('\n'),
        style: null,
      };
    case 'limited':
      return { mark: '!', text: event.message, style: 'warn' };
    case 'contained':
      return { mark: '▢', text: event.text, style: 'dim' };
    case 'retrying':
      return { mark: '↻', text: agentWords(event), style: 'warn' };
    case 'permission':
      return { mark: '?', text: agentWords(event), style: 'warn' };
    case 'question':
      return { mark: '?', text: event.question.text, style: 'warn' };
    case 'unrecognised':
      return { mark: '·', text: event.text, style: 'dim' };
    case 'exited':
      return endedWell(event) ? null : { mark: '!', text: agentWords(event), style: 'warn' };
    case 'started':
    case 'usage':
    case 'limits':
    case 'withdrawn':
    case 'turn-ended':
      return null;
  }
}

/** With code 0, or by the signal the conductor ends finished agents with. */
const endedWell = (event: { readonly code: number | null; readonly signal: string | null }): boolean =>
  event.code === 0 || event.signal === 'SIGTERM';

function paragraph(
  mark: string,
  text: string,
  style: Style | null,
  entry: Entry,
  { columns, paint }: Frame,
): string[] {
  const head = `${clockTime(entry.at)} ${mark} `;
  const room = Math.max(20, columns - head.length);
  return wrap(text, room).map((line, at) => {
    const words = style ? paint(style, line) : line;
    return at === 0 ? `${paint('dim', head)}${words}` : `${' '.repeat(head.length)}${words}`;
  });
}
