import {
  addSpend,
  type Entry,
  type LogEventOf,
  latestUsage,
  NO_SPEND,
  type Usage,
  usageGrowth,
} from '@symphony/domain';
import { turnWords, wordsOf } from '@symphony/protocol/words';
import { plainText } from '../ui/plain-text.ts';
import { agentNote } from './agent-note.ts';
import type { Block, Note, PlanStep, TurnBlock } from './block.ts';
import { Deeds } from './deeds.ts';
import { itemNote } from './item-note.ts';

/**
 * The log of one item as a person reads it. It is heard entry by entry, and an entry costs the same
 * however many came before it: what has to be found again (the turn, a tool, a question) is known by
 * its place.
 */
export class Transcript {
  readonly #blocks: Block[] = [];
  readonly #deeds = new Deeds(this.#blocks);
  readonly #questions = new Map<string, number>();
  readonly #turns: number[] = [];
  #usage: Usage | null = null;
  #plan: readonly PlanStep[] = [];
  #seq = 0;

  /** Grows at its end; not to be changed or kept. */
  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** Where turns begin, to go from one to the next. */
  get turns(): readonly number[] {
    return this.#turns;
  }

  /** The agent's plan as it stands. */
  get plan(): readonly PlanStep[] {
    return this.#plan;
  }

  /** The last entry heard; hearing it again changes nothing. */
  get seq(): number {
    return this.#seq;
  }

  hear(entry: Entry): void {
    if (entry.seq <= this.#seq) return;
    this.#seq = entry.seq;
    const { event } = entry;
    switch (event.type) {
      case 'run-started':
        this.#usage = null;
        this.#put({ ...placed(entry), kind: 'run', player: event.player, attempt: event.attempt });
        return;
      case 'turn-started':
        this.#turns.push(this.#blocks.length);
        this.#put({
          ...placed(entry),
          kind: 'turn',
          turn: event.turn,
          words: turnWords(event.kind),
          steering: plainText(event.steering ?? ''),
          spend: null,
          end: null,
        });
        return;
      case 'turn-ended':
        return this.#endTurn(event, entry);
      case 'agent-reported':
        return this.#agentSaid(event, entry);
      case 'permission-judged':
        return this.#judged(event, entry);
      case 'question-asked':
        return this.#asked(event, entry);
      case 'question-answered':
        return this.#settle(event.question, { answer: { by: event.by, text: plainText(event.answer) } });
      case 'question-withdrawn':
        return this.#settle(event.question, { withdrawn: true });
      case 'evidence-recorded':
        this.#put({ ...placed(entry), kind: 'proof', evidence: event.evidence });
        return;
      case 'steering-wanted':
        this.#put({ ...placed(entry), kind: 'person', by: event.by, text: plainText(event.text) });
        return;
      case 'handoff-returned':
        return this.#returned(event, entry);
      default:
        this.#note(itemNote(event), entry);
    }
  }

  /** Remarks of a person are shown whole; what the train reports is for the agent, and in the log. */
  #returned(event: LogEventOf<'handoff-returned'>, entry: Entry): void {
    if (event.why === 'review' || event.why === 'pull-request')
      this.#put({ ...placed(entry), kind: 'person', by: event.why, text: plainText(event.report).trim() });
    else this.#note(itemNote(event), entry);
  }

  #agentSaid({ event }: LogEventOf<'agent-reported'>, entry: Entry): void {
    switch (event.type) {
      case 'message':
      case 'thought': {
        const text = plainText(event.text).trim();
        if (text !== '') this.#put({ ...placed(entry), kind: event.type, text });
        return;
      }
      case 'tool-started':
        return this.#deeds.begin(event, entry);
      case 'tool-ended':
        return this.#deeds.end(event, entry);
      case 'plan':
        this.#plan = event.steps.map(({ text, done }) => ({ text: plainText(text), done }));
        return;
      case 'usage':
        this.#spent(event.usage);
        return;
      default:
        this.#note(agentNote(event), entry);
    }
  }

  #endTurn({ status, message }: LogEventOf<'turn-ended'>, { at }: Entry): void {
    // What a turn that went well has to say was its last message.
    const words = status === 'completed' ? '' : plainText(message);
    this.#changeTurn((turn) => ({ ...turn, end: { status, message: words, at } }));
  }

  #spent(usage: Usage): void {
    const growth = usageGrowth(this.#usage, usage);
    this.#usage = latestUsage(this.#usage, usage);
    this.#changeTurn((turn) => ({ ...turn, spend: addSpend(turn.spend ?? NO_SPEND, growth) }));
  }

  #changeTurn(change: (turn: TurnBlock) => TurnBlock): void {
    const at = this.#turns.at(-1);
    const block = at === undefined ? undefined : this.#blocks[at];
    if (at !== undefined && block?.kind === 'turn') this.#blocks[at] = change(block);
  }

  #judged(event: LogEventOf<'permission-judged'>, entry: Entry): void {
    if (event.verdict === 'allow') this.#deeds.allowed(event, entry);
    else this.#note({ text: wordsOf(event, String), tone: 'warn' }, entry);
  }

  #asked(event: LogEventOf<'question-asked'>, entry: Entry): void {
    const { question } = event;
    this.#questions.set(question.id, this.#blocks.length);
    this.#put({
      ...placed(entry),
      kind: 'question',
      question: { ...question, text: plainText(question.text) },
      answer: null,
      withdrawn: false,
    });
  }

  #settle(id: string, how: { answer?: { by: string; text: string }; withdrawn?: boolean }): void {
    const at = this.#questions.get(id);
    const block = at === undefined ? undefined : this.#blocks[at];
    if (at !== undefined && block?.kind === 'question') this.#blocks[at] = { ...block, ...how };
  }

  #note(note: Note | null, entry: Entry): void {
    if (note) this.#put({ ...placed(entry), kind: 'note', text: plainText(note.text), tone: note.tone });
  }

  #put(block: Block): void {
    this.#blocks.push(block);
  }
}

const placed = ({ seq, at }: Entry) => ({ key: seq, at });
