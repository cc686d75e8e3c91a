import type { FromPlayer } from '@symphony/adapters/agent/runtime';
import type { RuntimeEvent } from '@symphony/domain';
import type { Ledger } from './ledger.ts';
import { cut, outcomeOf, summaryOf, wentWell } from './tool-words.ts';

/** While a model writes something long, or a command runs, so often is it told that they do. */
const SIGN_OF_LIFE_MS = 30_000;
const THOUGHT = 2_000;

/** Tells what the runtime does, in the words of the agent port. */
export class Narrator {
  readonly #tell: (line: FromPlayer) => void;
  readonly #ledger: Ledger;
  readonly #now: () => number;
  /** How often a call was made: a second try is a call of its own to whoever looks on. */
  readonly #made = new Map<string, number>();
  #text = '';
  #thought = '';
  #toldAt: number;

  constructor(tell: (line: FromPlayer) => void, ledger: Ledger, now: () => number) {
    this.#tell = tell;
    this.#ledger = ledger;
    this.#now = now;
    this.#toldAt = now();
  }

  hear(event: RuntimeEvent): void {
    switch (event.type) {
      case 'text':
        this.#text += event.text;
        return this.#sign();
      case 'thought':
        this.#thought += event.text;
        return this.#sign();
      case 'progress':
        return this.#sign();
      case 'void':
        this.#text = '';
        this.#thought = '';
        return;
      case 'model-called':
        this.#ledger.add(event.usage);
        // What was heard of a call that failed is no message; that it is void is told next.
        if (!event.failed) this.flush();
        return this.#say({ type: 'usage', usage: this.#ledger.read() });
      case 'tool-started': {
        const { id, tool, input } = event;
        this.#made.set(id, (this.#made.get(id) ?? 0) + 1);
        return this.#say({
          type: 'tool-started',
          id: this.#named(id),
          name: tool,
          summary: summaryOf(input),
        });
      }
      case 'tool-ended': {
        const { id, result } = event;
        return this.#say({
          type: 'tool-ended',
          id: this.#named(id),
          ok: wentWell(result),
          summary: outcomeOf(result),
        });
      }
      default:
        return;
    }
  }

  /** What was said so far is a message. */
  flush(): void {
    if (this.#thought.trim() !== '') this.#say({ type: 'thought', text: cut(this.#thought.trim(), THOUGHT) });
    if (this.#text.trim() !== '') this.#say({ type: 'message', text: this.#text.trim() });
    this.drop();
  }

  /** What was said since is no message of the agent. */
  drop(): void {
    this.#text = '';
    this.#thought = '';
  }

  #named(id: string): string {
    const times = this.#made.get(id) ?? 1;
    return times === 1 ? id : `${id}#${times}`;
  }

  #sign(): void {
    if (this.#now() - this.#toldAt >= SIGN_OF_LIFE_MS)
      this.#say({ type: 'usage', usage: this.#ledger.read() });
  }

  #say(line: FromPlayer): void {
    this.#toldAt = this.#now();
    this.#tell(line);
  }
}
