import {
  type FromPlayer,
  type Opening,
  readToPlayer,
  TurnLine,
  type TurnMessage,
} from '@symphony/adapters/agent/runtime';

/** A turn that was asked for. */
export interface Turn {
  readonly prompt: string;
  /** Falls when this turn is interrupted, and when nobody listens any more. */
  readonly signal: AbortSignal;
}

/** The built-in player's end of the wire. */
export class PlayerLine extends TurnLine<FromPlayer> {
  #opening: Opening | null = null;

  /** Null when the line closes first. */
  opening(): Promise<Opening | null> {
    return this.until(() => this.#opening);
  }

  async nextTurn(): Promise<Turn | null> {
    const next = await this.nextAsked();
    return next && { prompt: next.prompt, signal: AbortSignal.any([next.interruption, this.closing]) };
  }

  /** Null when the signal falls or the line closes first. */
  answerTo(question: string, signal: { readonly aborted: boolean }): Promise<string | null> {
    return this.until(() => this.answerOf(question) ?? (signal.aborted ? '' : null)).then(
      (answer) => answer || null,
    );
  }

  protected override read(line: string): TurnMessage | null {
    const said = readToPlayer(line);
    // Heard by a person in the message of the exit. The line itself may hold a key.
    if (said === null) process.stderr.write('a line was not understood\n');
    if (said?.type !== 'open') return said;
    this.#opening = said;
    return null;
  }
}
