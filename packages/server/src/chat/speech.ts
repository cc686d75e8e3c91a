import type { ChatLive, RuntimeEvent } from '@symphony/domain';

/**
 * What one session is saying and nobody has recorded yet. One copy for all who listen: each knows how far it has
 * heard, so that a slow one gets longer pieces and nothing is kept for it.
 */
export class Speech {
  readonly session: string;
  readonly #redact: (text: string) => string;
  #text = '';
  #thought = '';
  /** Grows when what was said is void or recorded: who heard of an older one begins anew. */
  #round = 0;
  readonly #progress = new Map<string, string>();

  constructor(session: string, redact: (text: string) => string) {
    this.session = session;
    this.#redact = redact;
  }

  hear(event: RuntimeEvent): void {
    switch (event.type) {
      case 'text':
        this.#text = this.#joined(this.#text, event.text);
        break;
      case 'thought':
        this.#thought = this.#joined(this.#thought, event.text);
        break;
      case 'progress':
        this.#progress.set(event.id, event.text);
        break;
      case 'void':
        this.#restart();
        break;
      case 'turn':
        if (event.turn.role === 'assistant') this.#restart();
        break;
      case 'tool-ended':
        this.#progress.delete(event.id);
        break;
      case 'ended':
        this.#restart();
        this.#progress.clear();
        break;
      default:
    }
  }

  /** What there is to hear after `mark`, null where nothing was heard yet. `news`: it differs from what was heard. */
  after(mark: SpeechMark | null): Piece {
    const progress = [...this.#progress].map(([id, text]) => ({ id, text }));
    const now: SpeechMark = {
      round: this.#round,
      text: this.#text.length,
      thought: this.#thought.length,
      lines: progress.map(({ id, text }) => `${id}:${text}`).join('\n'),
    };
    const known = mark?.round === now.round ? mark : SILENCE;
    const news = now.text !== known.text || now.thought !== known.thought || now.lines !== known.lines;
    // What was begun and is void or recorded now: it must be told that it is.
    const gone = mark !== null && known === SILENCE && (mark.text > 0 || mark.thought > 0);
    const silent = now.text === 0 && now.thought === 0 && now.lines === '';
    return { mark: now, news: news || gone, live: silent ? null : this.#from(known, progress) };
  }

  #from(known: SpeechMark, progress: ChatLive['progress']): ChatLive {
    return {
      session: this.session,
      from: known.text,
      text: this.#text.slice(known.text),
      thought: { from: known.thought, text: this.#thought.slice(known.thought) },
      progress,
    };
  }

  /** A secret may come in two pieces: what was heard of it is taken back. */
  #joined(said: string, piece: string): string {
    const whole = this.#redact(said + piece);
    if (!whole.startsWith(said)) this.#round += 1;
    return whole;
  }

  #restart(): void {
    this.#text = '';
    this.#thought = '';
    this.#round += 1;
  }
}

export interface SpeechMark {
  readonly round: number;
  readonly text: number;
  readonly thought: number;
  readonly lines: string;
}

export interface Piece {
  readonly mark: SpeechMark;
  readonly news: boolean;
  readonly live: ChatLive | null;
}

const SILENCE: SpeechMark = { round: -1, text: 0, thought: 0, lines: '' };
