import { type Entry, type LogEvent, type LogEventOf, type Spend, spendOf } from '@symphony/domain';
import { choicesWords, clockTime, defaultWords, spendPhrase, wordsOf } from '@symphony/protocol/words';
import { cut, wrap } from '../screen/columns.ts';
import type { Frame } from '../screen/frame.ts';
import { harmless, oneLine } from '../screen/harmless.ts';
import type { Style } from '../screen/paint.ts';
import { AgentStory, type Said } from './agent-story.ts';

export interface StoryFrame extends Frame {
  /** What a person types to reach this conductor. */
  readonly symphony: string;
  /** False where the reader is a file or a pipe: nothing is cut there. */
  readonly cutting: boolean;
}

/**
 * The log of one item, told as it would be seen at the agent's side: heard entry by entry, because
 * a line may need what came before it (how long a tool took, what was spent by then). All that
 * agents say is made harmless first.
 */
export class Story {
  readonly #name: string;
  readonly #agent = new AgentStory();
  #spend: Spend | null = null;

  constructor(name: string) {
    this.#name = oneLine(name);
  }

  /** The lines it adds to the transcript; often none. */
  hear(raw: Entry, frame: StoryFrame): string[] {
    const entry = harmless(raw);
    const said = this.#said(entry, frame);
    return said ? paragraph(entry, said, frame) : [];
  }

  #said(entry: Entry, frame: StoryFrame): Said | null {
    const { event } = entry;
    switch (event.type) {
      case 'agent-reported':
        if (event.event.type === 'usage') this.#spend = spendOf(event.event.usage);
        return this.#agent.hear(event.event, entry.at);
      case 'turn-ended':
        return heading(`${this.#turnEnd(event)}${this.#spend ? `, so far ${spendPhrase(this.#spend)}` : ''}`);
      case 'question-asked':
        return question(event, `${frame.symphony} answer ${this.#name}`);
      case 'permission-judged':
        return event.verdict === 'allow'
          ? { mark: '✓', text: this.#words(event), style: 'dim', folded: true }
          : { mark: '✗', text: this.#words(event), style: 'warn' };
      case 'steering-wanted':
        return { mark: '»', text: `${event.by}: ${event.text}`, style: 'accent' };
      case 'takeover-wanted':
      case 'tool-reported':
        return { mark: '»', text: this.#words(event), style: 'accent' };
      case 'item-moved':
        return this.#moved(event);
      default:
        return HEADINGS.has(event.type) ? heading(`${this.#name} ${this.#words(event)}`) : null;
    }
  }

  /** What a turn that went well has to say was its last message. */
  #turnEnd(event: LogEventOf<'turn-ended'>): string {
    return event.status === 'completed' ? `turn ${event.turn} completed` : this.#words(event);
  }

  /** The way through the states is told by what happens; only where it stops or waits is it news. */
  #moved(event: LogEventOf<'item-moved'>): Said | null {
    const style = STOPS[event.to];
    if (style === undefined) return null;
    const good = event.to === 'open' && event.outcome === 'merged';
    return { ...heading(`${this.#name} ${this.#words(event)}`), style: good ? 'good' : style };
  }

  #words(event: LogEvent): string {
    return wordsOf(event, () => this.#name);
  }
}

const heading = (text: string): Said => ({ mark: '──', text, style: 'strong' });

/** With what to type: a question is only of use to somebody who knows how to answer it. */
function question({ question }: LogEventOf<'question-asked'>, command: string): Said {
  const text = `${question.text}${choicesWords(question.choices)}${defaultWords(question)}`;
  const answer = question.permission ? 'allow' : (question.choices[0] ?? '…');
  return { mark: '?', text: `${text}\n→ ${command} "${answer}"`, style: 'warn' };
}

const HEADINGS: ReadonlySet<LogEvent['type']> = new Set<LogEvent['type']>([
  'run-started',
  'chamber-prepared',
  'turn-started',
  'run-suspended',
  'pause-wanted',
  'pause-withdrawn',
  'run-ending',
  'proving-started',
  'evidence-recorded',
  'run-ended',
  'retry-scheduled',
  'question-answered',
  'question-withdrawn',
  'takeover-began',
  'takeover-ended',
  'handoff-made',
  'handoff-approved',
  'handoff-returned',
  'scope-judged',
]);

const STOPS: Readonly<Partial<Record<LogEventOf<'item-moved'>['to'], Style>>> = {
  open: 'warn',
  paused: 'warn',
  needs_human: 'bad',
  failed: 'bad',
};

function paragraph({ at }: Entry, { mark, text, style, folded }: Said, frame: StoryFrame): string[] {
  const head = `${clockTime(at)} ${mark} `;
  const room = Math.max(20, frame.columns - head.length);
  const whole = folded && frame.cutting ? [cut(text, room)] : wrap(text, folded ? Infinity : room);
  return whole.map((line, index) => {
    const words = style ? frame.paint(style, line) : line;
    return index === 0 ? `${frame.paint('dim', head)}${words}` : `${' '.repeat(head.length)}${words}`;
  });
}
