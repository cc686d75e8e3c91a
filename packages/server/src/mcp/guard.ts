import { type Clock, PortError, sayFailure } from '@symphony/domain';
import type { Guard } from './offered.ts';

export interface GuardOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** How long a call may take that waits for nobody. */
  readonly limitMs: number;
  /** Aborted when the run has ended. */
  readonly ended: AbortSignal;
  readonly warn: (message: string) => void;
}

/**
 * Every call is answered: with what it was made for, or with one sentence that says why not. An agent
 * that hears nothing waits, and an agent that waits is paid for.
 */
export function guardOf({ clock, limitMs, ended, warn }: GuardOptions): Guard {
  return async ({ kind, name, patient, refuse }, call) => {
    if (ended.aborted) return refuse(ENDED);
    const reasons = Promise.withResolvers<Refused>();
    const refused = (sentence: string) => reasons.resolve(new Refused(sentence));
    const onEnded = () => refused(ENDED);
    ended.addEventListener('abort', onEnded, { once: true });
    const late = `${name} did not come to an end within ${limitMs / 1000} seconds; it may still have its effect.`;
    const callOff = patient ? () => undefined : clock.after(limitMs, () => refused(late));
    const answer = async () => call(); // so that it can only reject, not throw
    const failed = (error: unknown) => new Refused(sentenceOf(kind, name, error, warn));
    const outcome = await Promise.race([reasons.promise, answer().catch(failed)]);
    callOff();
    ended.removeEventListener('abort', onEnded);
    return outcome instanceof Refused ? refuse(outcome.sentence) : outcome;
  };
}

class Refused {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

const ENDED = 'The run has ended; nothing more can be done for it.';

/** Only a PortError is worded for others; anything else stays on the host, where it can be mended. */
function sentenceOf(kind: string, name: string, error: unknown, warn: (message: string) => void): string {
  if (error instanceof PortError) return sayFailure(error.failure);
  warn(`The host ${kind} ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  return `${name} failed inside Symphony, which has noted it; go on without it.`;
}
