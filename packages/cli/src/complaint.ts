import { failureOf, PortError } from '@symphony/domain';
import { oneLine } from './screen/harmless.ts';
import type { Terminal } from './terminal.ts';

/** A reason to end with a code other than 0, told in one plain sentence with the next step. */
export class Complaint extends Error {
  readonly nextStep: string | null;
  readonly code: 1 | 2;
  constructor(sentence: string, nextStep: string | null = null, code: 1 | 2 = 1) {
    super(sentence);
    this.name = 'Complaint';
    this.nextStep = nextStep;
    this.code = code;
  }
}

/** Wrong use of the command line. */
export const misuse = (sentence: string, nextStep: string): Complaint => new Complaint(sentence, nextStep, 2);

/** Tells the person what went wrong and returns the exit code. `SYMPHONY_DEBUG=1` adds the stack. */
export function complain(error: unknown, terminal: Terminal): 1 | 2 {
  const { sentence, nextStep, code } = readError(error);
  terminal.note(`${terminal.paintError('bad', 'symphony:')} ${oneLine(sentence)}`);
  if (nextStep !== null) terminal.note(`  ${oneLine(nextStep)}`);
  if (terminal.env.SYMPHONY_DEBUG === '1' && error instanceof Error)
    terminal.note(error.stack ?? error.message);
  return code;
}

function readError(error: unknown): { sentence: string; nextStep: string | null; code: 1 | 2 } {
  if (error instanceof Complaint)
    return { sentence: error.message, nextStep: error.nextStep, code: error.code };
  if (error instanceof PortError) {
    return { sentence: error.failure.message, nextStep: error.failure.nextStep ?? null, code: 1 };
  }
  const nextStep =
    error instanceof Error && 'nextStep' in error && typeof error.nextStep === 'string'
      ? error.nextStep
      : null;
  const known = nextStep !== null || (error instanceof Error && error.name === 'RequestError');
  return {
    sentence: failureOf(error).message,
    nextStep: nextStep ?? (known ? null : 'Set SYMPHONY_DEBUG=1 to see where it happened.'),
    code: 1,
  };
}
