import type { Clock, ContextRequirement, ModelRequest, StopSignal } from '@symphony/domain';
import type { MemoryEngine } from '../engines.ts';
import type { Session } from '../session.ts';
import { assess } from './assess.ts';
import type { Memories, Memory } from './memories.ts';
import { dueForAnalysis, type LoggedMessage, type RealtimeLog } from './realtime-log.ts';

type Ask = (request: ModelRequest, signal: StopSignal) => Promise<{ readonly text: string }>;

/** Both layers together: what is told before a request, and how talk becomes memory. */
export class Recollection implements MemoryEngine {
  readonly #log: RealtimeLog;
  readonly #memories: Memories;
  readonly #userOf: (session: Session) => string;

  constructor(log: RealtimeLog, memories: Memories, userOf: (session: Session) => string) {
    this.#log = log;
    this.#memories = memories;
    this.#userOf = userOf;
  }

  /** What matters of the user always; what was said lately when it is asked for. */
  async recall(session: Session, needs: readonly ContextRequirement[]): Promise<readonly string[]> {
    const user = this.#userOf(session);
    return [
      ...this.#memories.forPrompt(user).map(({ summary }) => `Remembered: ${summary}`),
      ...(needs.includes('recent_memory') ? this.#log.forPrompt(user).map(lineOf) : []),
    ];
  }

  /**
   * Half an hour after the last word: judges what was said since and keeps what is worth it. Null: it is not due, or
   * nothing came of it; then it is tried again as long as the log has it.
   */
  async analyse(
    user: string,
    ask: Ask,
    { clock, signal }: { readonly clock: Clock; readonly signal: StopSignal },
  ): Promise<Memory | null> {
    const messages = this.#log.all(user);
    if (!dueForAnalysis(messages, clock.now())) return null;
    const fresh = messages.filter(({ analysed }) => !analysed);
    const content = fresh.map(lineOf).join('\n');
    const assessment = await assess(content, ask, { clock, signal });
    if (!assessment) return null;
    const memory = this.#memories.remember(user, {
      ...assessment,
      content,
      type: 'conversation',
      source: 'analysis',
    });
    this.#log.markAnalysed(user, fresh);
    return memory;
  }
}

const lineOf = ({ role, text }: LoggedMessage): string =>
  `${role === 'user' ? 'User' : 'Agent'}: ${text.slice(0, 1_000)}`;
