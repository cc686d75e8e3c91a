import type {
  Journal,
  JournalEntry,
  Json,
  ModelMessage,
  RequestedCall,
  RuntimeEvent,
} from '@symphony/domain';

/**
 * What a session knows of itself, folded from its journal: the same in the process that played it and in one that
 * goes on with it after a kill.
 */
export interface SessionMemory {
  /** What was said and done, oldest first, as a model is told it. */
  readonly history: readonly ModelMessage[];
  /** Turns by their id, in their order. */
  readonly turns: ReadonlyMap<string, TurnMemory>;
}

export interface TurnMemory {
  readonly task: string;
  /** Null: it was cut off. */
  readonly ended: { readonly completed: boolean; readonly answer: string } | null;
}

const PAGE = 1_000;

export function readMemory(journal: Journal): SessionMemory {
  const fold = new Fold();
  for (let after = 0; ; ) {
    const page: readonly JournalEntry[] = journal.readAll(after, PAGE);
    for (const { session, event } of page) fold.take(session, event);
    const last = page.at(-1);
    if (page.length < PAGE || !last) return { history: fold.messages(), turns: fold.turns };
    after = last.seq;
  }
}

class Fold {
  readonly turns = new Map<string, TurnMemory>();
  readonly #messages: ModelMessage[] = [];
  #text = '';
  #calls: RequestedCall[] = [];
  #results = new Map<string, ModelMessage>();
  #completed = false;

  messages(): readonly ModelMessage[] {
    this.#close();
    return this.#messages;
  }

  take(turn: string, event: RuntimeEvent): void {
    switch (event.type) {
      case 'began':
        this.#close();
        this.#completed = false;
        this.turns.set(turn, { task: event.task, ended: null });
        this.#messages.push({ role: 'user', text: event.task });
        return;
      case 'model-called':
        // Each answer of the model is a message of its own.
        if (event.purpose === 'converse' && !event.failed) this.#close();
        return;
      case 'turn':
        if (event.turn.metadata?.actionType === 'progress') this.#text = event.turn.content;
        return;
      case 'tool-started':
        if (!this.#calls.some(({ id }) => id === event.id))
          this.#calls.push({ id: event.id, tool: event.tool, input: event.input });
        return;
      case 'tool-ended': {
        const { id, tool, result } = event;
        const said = result.success ? (result.result ?? null) : { error: result.error ?? 'It failed.' };
        this.#results.set(id, { role: 'tool', id, tool, ok: result.success, output: shortened(said) });
        return;
      }
      case 'state':
        this.#completed = event.to === 'completed';
        return;
      case 'ended': {
        this.#close();
        const { answer } = event.outcome;
        const task = this.turns.get(turn)?.task ?? '';
        this.turns.set(turn, { task, ended: { completed: this.#completed, answer } });
        if (this.#completed && answer !== '') this.#messages.push({ role: 'assistant', text: answer });
        return;
      }
      default:
        return;
    }
  }

  /** A call nobody heard of again has no result here; what a model is told of it is decided where it is asked. */
  #close(): void {
    if (this.#calls.length > 0) {
      this.#messages.push({ role: 'assistant', text: this.#text, calls: this.#calls });
      this.#messages.push(...this.#calls.flatMap(({ id }) => this.#results.get(id) ?? []));
    }
    this.#text = '';
    this.#calls = [];
    this.#results = new Map();
  }
}

/** Of earlier turns this much of a result is told again; what is needed once more can be looked at once more. */
const MOST_CHARACTERS = 20_000;

function shortened(output: Json): Json {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  if (text.length <= MOST_CHARACTERS) return output;
  const half = MOST_CHARACTERS / 2;
  return `${text.slice(0, half)}\n[… ${text.length - MOST_CHARACTERS} characters left out …]\n${text.slice(-half)}`;
}
