import type { ConversationRecord, ConversationState, ConversationTurn, StepResult } from '@symphony/domain';
import { cut } from '../execution/perform.ts';
import type { Session } from '../session.ts';
import { mayMove } from './states.ts';

/**
 * What is said between a person and the agent about one request (R14): turns, states and the chain of reasons.
 * Everything is told as it is added; the record at the end is what was told.
 */
export class Conversation {
  readonly #session: Session;
  /** False: nothing but the request and the answer is said. */
  readonly #talkative: boolean;
  readonly #turns: ConversationTurn[] = [];
  readonly #reasons: string[] = [];
  #state: ConversationState = 'initiated';
  #answer = '';

  constructor(session: Session) {
    this.#session = session;
    this.#talkative = session.config.conversationMode;
    this.#add('user', session.task);
  }

  get state(): ConversationState {
    return this.#state;
  }

  /** Throws on a move that is none. Going where it is already is no move. */
  move(to: ConversationState): void {
    if (to === this.#state) return;
    if (!mayMove(this.#state, to)) throw new Error(`A conversation cannot go from ${this.#state} to ${to}.`);
    this.#state = to;
    this.#session.emit({ type: 'state', to });
  }

  open(): void {
    if (this.#talkative)
      this.#add('assistant', `Understood. Starting: ${cut(this.#session.task, 200)}`, {
        actionType: 'opening',
      });
    this.move('working');
  }

  /** Said along the way. What was streamed of it is void when nothing but the answer is wanted. */
  say(text: string, actionType: 'progress' | 'reflection' | 'adaptation' = 'progress'): void {
    if (this.#talkative) this.#add('assistant', text, { actionType });
    else if (actionType === 'progress')
      this.#session.emit({ type: 'void', reason: 'It was not the answer.' });
  }

  did({ stepId, tool, description, result }: StepResult): void {
    const { success, error } = result;
    this.#reasons.push(
      `Used tool ${tool ?? 'none'} to: ${description}${success ? '' : ` (failed: ${error ?? 'no reason given'})`}`,
    );
    if (!this.#talkative) return;
    const outcome = success
      ? `done in ${result.metrics.duration} ms`
      : `failed: ${error ?? 'no reason given'}`;
    this.#add('assistant', `${description}: ${outcome}`, {
      stepId,
      actionType: 'tool',
      ...(tool === null ? {} : { toolUsed: tool }),
    });
  }

  conclude(): void {
    this.move('concluding');
  }

  /** The last words; `completed` when the agent came to them itself. */
  end(answer: string, state: 'completed' | 'error'): void {
    this.#answer = answer;
    this.#add('assistant', answer, { actionType: 'answer' });
    this.move(state);
  }

  record(): ConversationRecord {
    const { id, task, around, startedAt } = this.#session;
    return {
      id,
      originalTask: task,
      turns: this.#turns,
      finalResponse: this.#answer,
      reasoningChain: this.#reasons,
      duration: around.clock.now() - startedAt,
      state: this.#state,
    };
  }

  #add(
    role: ConversationTurn['role'],
    content: string,
    metadata?: NonNullable<ConversationTurn['metadata']>,
  ): void {
    const turn: ConversationTurn = {
      id: `${this.#session.id}-${this.#turns.length + 1}`,
      role,
      content,
      timestamp: this.#session.around.clock.now(),
      ...(metadata ? { metadata } : {}),
    };
    this.#turns.push(turn);
    this.#session.emit({ type: 'turn', turn });
  }
}
