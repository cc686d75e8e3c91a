import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Clock, PortError } from '@symphony/domain';
import { type Guard, refuse } from './offered-tool.ts';

export interface GuardOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** How long a call may take that waits for nobody. */
  readonly limitMs: number;
  /** Aborted when the run has ended. */
  readonly ended: AbortSignal;
  readonly warn: (message: string) => void;
}

/**
 * Every call is answered: with what the tool said, or with one sentence that says why not. An agent
 * that hears nothing waits, and an agent that waits is paid for.
 */
export function guardOf({ clock, limitMs, ended, warn }: GuardOptions): Guard {
  return async ({ name, patient }, call) => {
    if (ended.aborted) return refuse(ENDED);
    const reasons = Promise.withResolvers<CallToolResult>();
    const onEnded = () => reasons.resolve(refuse(ENDED));
    ended.addEventListener('abort', onEnded, { once: true });
    const late = `${name} did not come to an end within ${limitMs / 1000} seconds; it may still have its effect.`;
    const callOff = patient ? () => undefined : clock.after(limitMs, () => reasons.resolve(refuse(late)));
    try {
      return await Promise.race([reasons.promise, call()]);
    } catch (error) {
      return refusalOf(name, error, warn);
    } finally {
      callOff();
      ended.removeEventListener('abort', onEnded);
    }
  };
}

const ENDED = 'The run has ended; nothing more can be done for it.';

/** Only a PortError is worded for others; anything else stays on the host, where it can be mended. */
function refusalOf(name: string, error: unknown, warn: (message: string) => void): CallToolResult {
  if (error instanceof PortError) {
    const { message, nextStep } = error.failure;
    return refuse(nextStep === undefined ? message : `${message} ${nextStep}`);
  }
  warn(`The host tool ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  return refuse(`${name} failed inside Symphony, which has noted it; go on without it.`);
}
