import type { AgentEvent, Entry, LogEventOf } from '@symphony/domain';
import { plainLine, plainText } from '../ui/plain-text.ts';
import type { Block, Deed } from './block.ts';

/** A block of more would be copied again and again, and be a long thing to open. */
const MOST_IN_A_BLOCK = 40;
/** Tools that began and were never heard of again must not add up. */
const MOST_OPEN = 1_000;
/** As much of what a tool returned as a person wants to see here; the log has the rest. */
const MOST_RESULT = 20_000;

interface Place {
  readonly block: number;
  readonly deed: number;
}

/** What an agent does with its tools: one after the other in one block, each found again when it ends. */
export class Deeds {
  readonly #blocks: Block[];
  readonly #open = new Map<string, Place>();

  constructor(blocks: Block[]) {
    this.#blocks = blocks;
  }

  begin(event: Extract<AgentEvent, { type: 'tool-started' }>, { seq, at }: Entry): void {
    const place = this.#put({
      key: seq,
      name: plainLine(event.name, 80),
      summary: bounded(event.summary),
      state: 'under way',
      result: '',
      begunAt: at,
      ms: null,
    });
    this.#open.delete(event.id); // a later one of the same name is the newest again
    this.#open.set(event.id, place);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
  }

  end(event: Extract<AgentEvent, { type: 'tool-ended' }>, { seq, at }: Entry): void {
    const state = event.ok ? 'done' : 'failed';
    const result = bounded(event.summary);
    const place = this.#open.get(event.id);
    this.#open.delete(event.id);
    const block = place && this.#blocks[place.block];
    const deed = block?.kind === 'deeds' ? block.deeds[place?.deed ?? -1] : undefined;
    if (!place || block?.kind !== 'deeds' || !deed) {
      this.#put({ key: seq, name: 'tool', summary: '', state, result, begunAt: at, ms: null });
      return;
    }
    const ended: Deed = { ...deed, state, result, ms: Math.max(0, at - deed.begunAt) };
    this.#blocks[place.block] = { ...block, deeds: block.deeds.with(place.deed, ended) };
  }

  allowed(event: LogEventOf<'permission-judged'>, { seq, at }: Entry): void {
    this.#put({
      key: seq,
      name: plainLine(event.tool, 80),
      summary: bounded(event.summary),
      state: 'allowed',
      result: plainText(event.why),
      begunAt: at,
      ms: null,
    });
  }

  #put(deed: Deed): Place {
    const last = this.#blocks.length - 1;
    const block = this.#blocks[last];
    if (block?.kind === 'deeds' && block.deeds.length < MOST_IN_A_BLOCK) {
      this.#blocks[last] = { ...block, deeds: [...block.deeds, deed] };
      return { block: last, deed: block.deeds.length };
    }
    this.#blocks.push({ kind: 'deeds', key: deed.key, at: deed.begunAt, deeds: [deed] });
    return { block: last + 1, deed: 0 };
  }
}

const bounded = (text: string): string => plainText(text.slice(0, MOST_RESULT)).trim();
