import { type Clock, PortError } from '@symphony/domain';
import type { HumanQuestion, RunTools } from './run-tools.ts';

/**
 * The questions of one run that a person has not answered yet.
 *
 * Programs give up a tool call after a time of their own and let the agent call again, so a question
 * outlives the call that asked it: the same question asked again goes on with the same wait, and gets
 * the answer that came in between. What nobody asks again is withdrawn after GRACE_MS.
 */
export class OpenQuestions {
  readonly #tools: Pick<RunTools, 'askHuman'>;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #open = new Map<string, OpenQuestion>();

  constructor(tools: Pick<RunTools, 'askHuman'>, clock: Pick<Clock, 'after'>, ended: AbortSignal) {
    this.#tools = tools;
    this.#clock = clock;
    const dropAll = () => {
      for (const open of this.#open.values()) this.#drop(open);
    };
    ended.addEventListener('abort', dropAll, { once: true });
  }

  /** Waits for the answer until `waiting` is aborted. */
  async ask(question: HumanQuestion, waiting: AbortSignal): Promise<string> {
    const key = JSON.stringify([question.question, question.choices]);
    const open = this.#open.get(key) ?? this.#put(key, question);
    open.waiting += 1;
    open.callOff();
    const gaveUp = Promise.withResolvers<Outcome>();
    const onAbort = () => gaveUp.resolve({ error: GAVE_UP });
    waiting.addEventListener('abort', onAbort, { once: true });
    if (waiting.aborted) onAbort();
    const outcome = await Promise.race([gaveUp.promise, open.outcome]);
    waiting.removeEventListener('abort', onAbort);
    open.waiting -= 1;
    if (open.waiting === 0) this.#keepForNow(open, 'answer' in outcome ? SAID_TWICE_MS : GRACE_MS);
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  #put(key: string, question: HumanQuestion): OpenQuestion {
    const withdrawal = new AbortController();
    const settled = this.#tools.askHuman(question, withdrawal.signal);
    const outcome = settled.then(
      (answer) => {
        open.isSettled = true;
        return { answer };
      },
      (error: unknown) => {
        open.isSettled = true;
        this.#drop(open); // it may be asked afresh
        return { error };
      },
    );
    const open: OpenQuestion = {
      key,
      outcome,
      withdrawal,
      isSettled: false,
      waiting: 0,
      callOff: () => undefined,
    };
    this.#open.set(key, open);
    return open;
  }

  #keepForNow(open: OpenQuestion, ms: number): void {
    if (this.#open.get(open.key) === open) open.callOff = this.#clock.after(ms, () => this.#drop(open));
  }

  #drop(open: OpenQuestion): void {
    open.callOff();
    if (this.#open.get(open.key) === open) this.#open.delete(open.key);
    if (!open.isSettled) open.withdrawal.abort();
  }
}

type Outcome = { readonly answer: string } | { readonly error: unknown };

interface OpenQuestion {
  readonly key: string;
  /** Never rejects: nobody may be waiting when it fails. */
  readonly outcome: Promise<Outcome>;
  readonly withdrawal: AbortController;
  isSettled: boolean;
  /** How many calls wait for the answer. */
  waiting: number;
  /** Of the timer that drops it. */
  callOff: () => void;
}

const GRACE_MS = 5 * 60_000;

/** An answer and a program that gives up can cross: what was just said is said again for a moment. */
const SAID_TWICE_MS = 10_000;

/** Read only by a program that lost its connection and came back: whoever else asked has gone. */
const GAVE_UP = new PortError({
  code: 'timeout',
  message: 'Nobody has answered yet.',
  nextStep: 'Ask the same question again to go on waiting.',
});
