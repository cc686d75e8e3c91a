import type { AgentEvent, Instant } from '@symphony/domain';
import { agentWords, duration } from '@symphony/protocol/words';
import type { Style } from '../screen/paint.ts';

/** One paragraph of a transcript. */
export interface Said {
  readonly mark: string;
  readonly text: string;
  readonly style: Style | null;
  /** One line, cut where it must be. */
  readonly folded?: boolean;
}

interface Tool {
  readonly name: string;
  readonly begunAt: Instant;
}

/** Tools that began and were never heard of again must not add up. */
const MOST_TOOLS = 1_000;

/** What an agent says and does, each with what is known from before. */
export class AgentStory {
  readonly #tools = new Map<string, Tool>();
  #limits = '';

  hear(event: AgentEvent, at: Instant): Said | null {
    switch (event.type) {
      case 'started':
        return { mark: '·', text: agentWords(event), style: 'dim' };
      case 'message':
        return { mark: '●', text: event.text, style: null };
      case 'thought':
        return { mark: '○', text: event.text, style: 'dim' };
      case 'tool-started':
        this.#begin(event.id, { name: event.name, begunAt: at });
        return { mark: '▸', text: `${event.name} ${event.summary}`, style: 'accent', folded: true };
      case 'tool-ended':
        return this.#toolEnded(event, at);
      case 'plan':
        return { mark: '☰', text: event.steps.map(stepLine).join('\n'), style: null };
      case 'limits':
        return this.#limitsChanged(agentWords(event));
      case 'limited':
        return { mark: '!', text: agentWords(event), style: 'warn' };
      case 'retrying':
        return { mark: '↻', text: agentWords(event), style: 'warn' };
      case 'contained':
        return { mark: '▢', text: event.text, style: 'warn' };
      case 'unrecognised':
        return { mark: '·', text: event.text, style: 'dim', folded: true };
      case 'exited':
        return endedWell(event) ? null : { mark: '!', text: agentWords(event), style: 'warn' };
      // Told by what the conductor makes of them: the question in the inbox, the verdict, the turn's end.
      case 'permission':
      case 'question':
      case 'withdrawn':
      case 'turn-ended':
      case 'usage':
        return null;
    }
  }

  #begin(id: string, tool: Tool): void {
    this.#tools.set(id, tool);
    const [oldest] = this.#tools.keys();
    if (this.#tools.size > MOST_TOOLS && oldest !== undefined) this.#tools.delete(oldest);
  }

  #toolEnded({ id, ok, summary }: Extract<AgentEvent, { type: 'tool-ended' }>, at: Instant): Said {
    const tool = this.#tools.get(id);
    this.#tools.delete(id);
    // Before the summary, which is cut where the line ends.
    const what = tool ? `${tool.name} (${brief(at - tool.begunAt)}) ` : '';
    return { mark: ok ? '✓' : '✗', text: `${what}${summary}`, style: ok ? 'dim' : 'bad', folded: true };
  }

  /** Agents repeat them at every turn. */
  #limitsChanged(words: string): Said | null {
    if (words === this.#limits) return null;
    this.#limits = words;
    return { mark: '·', text: words, style: 'dim' };
  }
}

const stepLine = ({ text, done }: { readonly text: string; readonly done: boolean }): string =>
  `[${done ? 'x' : ' '}] ${text}`;

/** Tenths of a second matter for what takes less than ten. */
const brief = (ms: number): string =>
  ms < 10_000 ? `${(Math.max(0, ms) / 1000).toFixed(1)}s` : duration(ms);

/** With code 0, or by the signal the conductor ends finished agents with. */
const endedWell = (event: { readonly code: number | null; readonly signal: string | null }): boolean =>
  event.code === 0 || event.signal === 'SIGTERM';
