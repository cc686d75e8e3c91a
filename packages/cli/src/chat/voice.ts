import type { ChatBatch, ChatView, JournalEntry } from '@symphony/domain';
import { counted } from '@symphony/protocol/words';
import { harmless, oneLine } from '../screen/harmless.ts';
import type { Terminal } from '../terminal.ts';
import type { Voice } from './hear.ts';

/** Where words go. `live`: as they come, for a person; otherwise only what is settled is said. */
export interface VoiceOptions {
  readonly terminal: Terminal;
  readonly live: boolean;
  /** What is done besides: tools, plans. */
  readonly quiet: boolean;
}

/**
 * Says an answer on a terminal. Words that came live are not said again when they are recorded; what was void is
 * ended with a line, because nothing can be taken back there.
 */
export class SpokenVoice implements Voice {
  readonly #options: VoiceOptions;
  /** What of the current utterance is on the screen. */
  #spoken = '';
  /** The last utterance that was said whole. */
  #last = '';

  constructor(options: VoiceOptions) {
    this.#options = options;
  }

  hear(batch: ChatBatch, _chat: ChatView): void {
    for (const entry of batch.entries) this.#entry(entry);
    if (!this.#options.live) return;
    const { live } = batch;
    if (live === null || live.text === '') return;
    const text = live.from === 0 ? '' : this.#spoken.slice(0, live.from);
    if (live.from < this.#spoken.length && this.#spoken !== '') this.#endLine(' …');
    this.#write(live.text);
    this.#spoken = text + live.text;
  }

  #entry({ event }: JournalEntry): void {
    switch (event.type) {
      case 'turn':
        if (event.turn.role === 'assistant') this.#turn(event.turn.content, event.turn.metadata?.actionType);
        break;
      case 'tool-started':
        this.#aside(`· ${event.tool} ${inputWords(event.input)}`);
        break;
      case 'tool-ended':
        if (!event.result.success)
          this.#aside(`  ${event.tool} failed: ${event.result.error ?? 'no reason told'}`);
        break;
      case 'planned':
        this.#aside(
          `plan of ${counted(event.plan.steps.length, 'step')}${event.degraded ? `: ${event.degraded}` : ''}`,
        );
        break;
      case 'replanned':
        this.#aside(`the plan is changed: ${event.reason}`);
        break;
      case 'adapted':
        this.#aside(event.what);
        break;
      case 'ended':
        this.#ended(event.outcome.answer);
        break;
      default:
    }
  }

  /**
   * What came live is on the screen already. Progress is an aside; an opening would only say again what was asked just
   * above it, adaptations are told as what they are, and the answer waits for the end.
   */
  #turn(content: string, kind: string | undefined): void {
    if (this.#spoken !== '') this.#complete(content);
    else if (kind === 'progress') this.#aside(content);
  }

  #ended(answer: string): void {
    if (this.#spoken !== '') this.#complete(answer);
    const last = this.#last.trim();
    const whole = answer.trim();
    const rest = last !== '' && whole.startsWith(last) ? whole.slice(last.length).trim() : whole;
    if (rest !== '') this.#options.terminal.line(harmless(rest));
  }

  /** What is recorded comes sooner than its last words live: they are said now, and nothing twice. */
  #complete(whole: string): void {
    if (whole.startsWith(this.#spoken)) {
      this.#write(whole.slice(this.#spoken.length));
      this.#spoken = whole;
    }
    this.#last = this.#spoken;
    this.#endLine('');
  }

  #aside(text: string): void {
    if (this.#options.quiet) return;
    if (this.#spoken !== '') this.#endLine('');
    const { terminal } = this.#options;
    terminal.note(terminal.paintError('dim', oneLine(text).slice(0, 200)));
  }

  #write(text: string): void {
    this.#options.terminal.stdout.write(harmless(text));
  }

  #endLine(mark: string): void {
    this.#options.terminal.stdout.write(`${mark}\n`);
    this.#spoken = '';
  }
}

function inputWords(input: unknown): string {
  const text = JSON.stringify(input) ?? '';
  return text === '{}' ? '' : text.length <= 100 ? text : `${text.slice(0, 99)}…`;
}

/** Says nothing: for programs that only want the end. */
export const SILENT: Voice = { hear: () => undefined };

/** Each batch as it came, one a line. */
export const jsonVoice = (terminal: Terminal): Voice => ({ hear: (batch) => terminal.jsonl(batch) });
