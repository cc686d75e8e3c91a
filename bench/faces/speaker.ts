import type { AgentEvent, AgentPort } from '@symphony/domain';

/** Further behind than this nothing is caught up on: a machine that cannot follow is told so by the rate. */
const MOST_BEHIND_MS = 1_000;

export interface Speakers {
  readonly agent: AgentPort;
  /** How many speak now. */
  count(): number;
  silence(): void;
}

/** Agents that never stop talking, each with a clock of its own so that they do not speak in chorus. */
export function openSpeakers(perSecond: number): Speakers {
  const timers = new Map<string, NodeJS.Timeout>();
  const every = 1_000 / perSecond;
  const speak = (run: string, hear: (event: AgentEvent) => void): void => {
    let number = 0;
    let due = performance.now() + Math.random() * every;
    const next = (): void => {
      const now = performance.now();
      if (now - due > MOST_BEHIND_MS) due = now;
      due += every;
      timers.set(run, setTimeout(next, Math.max(0, due - now)));
      hear(wordNumber(number++));
    };
    timers.set(run, setTimeout(next, due - performance.now()));
  };
  return {
    count: () => timers.size,
    silence() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
    agent: {
      name: 'bench',
      async start({ run }, hear) {
        hear({ type: 'started', sessionId: run, process: null });
        speak(run, hear);
        return {
          process: null,
          prompt: async () => undefined,
          async stop() {
            if (!timers.has(run)) return;
            clearTimeout(timers.get(run));
            timers.delete(run);
            hear({ type: 'exited', code: 0, signal: null, message: '' });
          },
        };
      },
    },
  };
}

const WORDS =
  'I read the list component again: the filter lives in its state, so going back to the list forgets it. ';

/** As agents talk: mostly words and tools, now and then what it has cost so far. */
function wordNumber(number: number): AgentEvent {
  const id = `tool-${Math.floor(number / 8)}`;
  switch (number % 8) {
    case 0:
      return { type: 'message', text: `Step ${number}. ${WORDS}` };
    case 2:
      return { type: 'thought', text: `${number}: ${WORDS}` };
    case 3:
      return { type: 'tool-started', id, name: 'edit', summary: `src/list/filter-${number}.ts` };
    case 4:
      return { type: 'tool-ended', id, ok: true, summary: 'changed 12 lines' };
    case 7:
      return {
        type: 'usage',
        usage: { inputTokens: number * 90, outputTokens: number * 8, usd: number * 0.0004 },
      };
    default:
      return { type: 'message', text: `${WORDS}${number}` };
  }
}
