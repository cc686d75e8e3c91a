import type { AgentSession, ProcessIdentity } from '@symphony/domain';
import type { AgentLine } from './agent-line.ts';

/** What every player of our own hears after its opening. */
export type TurnMessage =
  | { readonly type: 'turn'; readonly prompt: string }
  /** To a question, or `allow` or `deny` to a permission. */
  | { readonly type: 'answer'; readonly question: string; readonly text: string }
  /** Ends the turn that was sent last; too late for it, it means nothing. */
  | { readonly type: 'interrupt' };

/** The adapter's end of one process of a player of our own. */
export class TurnWire implements AgentSession {
  readonly process: ProcessIdentity;
  protected readonly line: AgentLine;
  readonly #answered = new Set<string>();

  constructor(line: AgentLine) {
    this.process = line.process;
    this.line = line;
  }

  async prompt(text: string): Promise<void> {
    this.line.openTurn();
    this.send({ type: 'turn', prompt: text });
  }

  async answer(questionId: string, text: string): Promise<void> {
    if (this.#answered.has(questionId)) return;
    this.line.mustLive();
    this.#answered.add(questionId);
    this.send({ type: 'answer', question: questionId, text });
  }

  async interrupt(): Promise<void> {
    this.line.mustLive();
    if (this.line.turnOpen) this.send({ type: 'interrupt' });
  }

  suspend(): Promise<void> {
    return this.line.suspend();
  }

  unsuspend(): Promise<void> {
    return this.line.unsuspend();
  }

  stop(graceMs: number): Promise<void> {
    return this.line.stop(graceMs);
  }

  protected send(message: TurnMessage): void {
    this.line.send(message);
  }
}
