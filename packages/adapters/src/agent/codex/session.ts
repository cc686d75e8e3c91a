import {
  type AgentEvent,
  type AgentFamily,
  type AgentSession,
  type AgentStart,
  failureOf,
  PortError,
  type ProcessIdentity,
} from '@symphony/domain';
import { inTime } from '../../process/patience.ts';
import { type AgentLine, type Line, unrecognised } from '../program/index.ts';
import { isAsk, readRequest } from './asks.ts';
import { Calls } from './calls.ts';
import { freshMemory, type Memory } from './memory.ts';
import { OpenAsks } from './open-asks.ts';
import { HELLO, type ThreadSettings } from './settings.ts';
import { nameThread, translate } from './translate.ts';
import {
  type CodexNotification,
  type CodexRequest,
  type Fields,
  fieldsOf,
  idOf,
  readMessage,
  textOf,
} from './wire.ts';

/** How long the end of a turn is held back until the commands it left running have been ended. */
const CLEANING_PATIENCE_MS = 5_000;

/** What was meant as a message; other text is a program's chatter (svc-A10). */
const BROKEN = /^\s*[{[]/;

const OF_AGENTS: ReadonlySet<unknown> = new Set<AgentFamily>([
  'codex_not_found',
  'invalid_workspace_cwd',
  'response_timeout',
  'response_error',
  'port_exit',
]);
const isAgents = (family: unknown): family is AgentFamily => OF_AGENTS.has(family);

export interface SessionPlan {
  readonly settings: ThreadSettings;
  /** Said with every turn. */
  readonly turns: ThreadSettings;
  /** How long codex may take to answer a request; null: as long as it lives. */
  readonly readTimeoutMs: number | null;
  /** How long codex may try again by itself when the provider fails. */
  readonly retryPatienceMs: number;
  /** Starts the process; it is heard by the two it is given. */
  launch(hear: (event: AgentEvent) => void, listen: (line: Line) => void): Promise<AgentLine>;
}

/**
 * Our end of one `codex app-server`.
 *
 *   opening ──thread named──► turn ──turn/completed──► idle ──prompt──► turn
 *      │ refused                │ interrupted: what it left running is ended, then it is told
 *      └──► a failed turn, and codex is let go
 */
export class CodexSession implements AgentSession {
  /** There from `start` on. */
  #line!: AgentLine;
  readonly #calls: Calls;
  readonly #asks = new OpenAsks();
  readonly #cwd: string;
  readonly #turns: ThreadSettings;
  readonly #readTimeoutMs: number | null;
  readonly #retryPatienceMs: number;
  #memory: Memory;
  #interruptWanted = false;
  /** Runs while codex tries again. */
  #patience: NodeJS.Timeout | undefined;

  static async start(
    request: AgentStart,
    { settings, turns, readTimeoutMs, retryPatienceMs, launch }: SessionPlan,
    hear: (event: AgentEvent) => void,
  ): Promise<CodexSession> {
    const session = new CodexSession(request, { turns, readTimeoutMs, retryPatienceMs });
    session.#line = await launch(
      (event) => {
        if (event.type === 'exited') session.#release();
        hear(event);
      },
      (line) => session.#listen(line),
    );
    void session.#open(request, settings);
    return session;
  }

  private constructor(
    { cwd, resume, spent }: AgentStart,
    { turns, readTimeoutMs, retryPatienceMs }: Omit<SessionPlan, 'settings' | 'launch'>,
  ) {
    this.#turns = turns;
    this.#readTimeoutMs = readTimeoutMs;
    this.#retryPatienceMs = retryPatienceMs;
    this.#cwd = cwd;
    this.#memory = freshMemory(cwd, resume, resume === null ? null : (spent ?? null));
    this.#calls = new Calls((message) => this.#line.send(message));
  }

  get process(): ProcessIdentity {
    return this.#line.process;
  }

  async prompt(text: string): Promise<void> {
    this.#line.openTurn();
    this.#interruptWanted = false;
    void this.#beginTurn(text);
  }

  async answer(questionId: string, text: string): Promise<void> {
    const ready = this.#asks.answer(questionId, text);
    if (ready) this.#line.send({ id: ready.request, ...ready.reply });
  }

  async interrupt(): Promise<void> {
    this.#line.mustLive();
    if (!this.#line.turnOpen) return;
    this.#interruptWanted = true;
    await this.#interruptTurn();
  }

  suspend(): Promise<void> {
    return this.#line.suspend();
  }

  unsuspend(): Promise<void> {
    return this.#line.unsuspend();
  }

  /** When its input is closed, codex ends by itself and takes its commands with it. */
  stop(graceMs: number): Promise<void> {
    return this.#line.stop(graceMs, () => {
      if (this.#line.turnOpen) void this.#interruptTurn();
      this.#line.closeInput();
    });
  }

  async #open({ resume, prompt }: AgentStart, settings: ThreadSettings): Promise<void> {
    try {
      await this.#ask('initialize', HELLO);
      this.#calls.notify('initialized');
      const answer =
        resume === null
          ? await this.#ask('thread/start', settings)
          : // Its whole history is not wanted back.
            await this.#ask('thread/resume', { ...settings, threadId: resume, excludeTurns: true });
      const { memory, thread, introduction } = nameThread(this.#memory, answer);
      if (thread === null)
        throw new PortError({ code: 'invalid', message: 'codex did not name the thread it began.' });
      this.#memory = memory;
      this.#line.named(thread, introduction);
      await this.#beginTurn(prompt);
    } catch (error) {
      this.#failTurn(error);
      this.#line.closeInput(); // nothing can be begun on it any more
    }
  }

  /** A request that codex has to answer in time, where a time is set (svc-A9). */
  async #ask(method: string, params: object): Promise<Fields> {
    const asked = this.#calls.call(method, params);
    if (this.#readTimeoutMs === null) return asked;
    const answer = await inTime(asked, this.#readTimeoutMs, null);
    if (answer !== null) return answer;
    asked.catch(() => undefined); // nobody waits for it any more
    const message = `codex did not answer ${method} within ${this.#readTimeoutMs} ms.`;
    throw new PortError({ code: 'timeout', family: 'response_timeout', message });
  }

  async #beginTurn(text: string): Promise<void> {
    const { thread: threadId } = this.#memory;
    if (this.#interruptWanted)
      return this.#line.tell({ type: 'turn-ended', status: 'interrupted', message: 'interrupted' });
    try {
      const input = [{ type: 'text', text }];
      const answer = await this.#ask('turn/start', { threadId, cwd: this.#cwd, input, ...this.#turns });
      this.#memory = { ...this.#memory, turn: textOf(fieldsOf(answer.turn).id) };
      if (this.#interruptWanted) await this.#interruptTurn();
    } catch (error) {
      this.#failTurn(error);
    }
  }

  /** Without a turn there is nothing to interrupt yet; it is done as soon as there is. */
  async #interruptTurn(): Promise<void> {
    const { thread: threadId, turn: turnId } = this.#memory;
    if (turnId === null) return;
    try {
      await this.#calls.call('turn/interrupt', { threadId, turnId });
    } catch (error) {
      // It refuses when the turn has ended meanwhile, which is what was wanted.
      if (this.#line.turnOpen) this.#line.tell(unrecognised(failureOf(error).message));
    }
  }

  #failTurn(error: unknown): void {
    const { message, family } = failureOf(error);
    this.#line.tell({
      type: 'turn-ended',
      status: 'failed',
      message,
      fault: 'agent',
      ...(isAgents(family) && { family }),
    });
  }

  #listen({ text, cut }: Line): void {
    const message = cut ? null : readMessage(text);
    if (message === null)
      return this.#line.tell(unrecognised(text, BROKEN.test(text) ? 'malformed' : undefined));
    if (message.kind === 'request') return this.#hearRequest(message);
    if (message.kind === 'notification') return this.#hearNotification(message);
    this.#calls.answered(message);
  }

  #hearRequest(request: CodexRequest): void {
    const read = readRequest(request, this.#memory);
    if (isAsk(read)) {
      this.#asks.add(request.id, read);
      for (const event of read.events) this.#line.tell(event);
      return;
    }
    this.#line.send({ id: request.id, ...read });
    const as = request.method === 'item/tool/call' ? 'unsupported_tool_call' : undefined;
    this.#line.tell(unrecognised(`codex asked for ${request.method}, which was answered by itself`, as));
  }

  #hearNotification(notification: CodexNotification): void {
    if (notification.method === 'serverRequest/resolved') {
      const request = idOf(notification.params.requestId);
      if (request !== null) this.#withdraw(this.#asks.resolved(request));
    }
    const { memory, events } = translate(this.#memory, notification, Date.now());
    this.#memory = memory;
    this.#watchRetries();
    for (const event of events) this.#tell(event);
  }

  /**
   * Codex waits as long as a provider tells it to, which may be hours, and says nothing meanwhile.
   * Whoever plans the runs can do better with that time than wait for it here.
   */
  #watchRetries(): void {
    if (this.#memory.retrying === null) {
      clearTimeout(this.#patience);
      this.#patience = undefined;
    } else this.#patience ??= setTimeout(() => this.#giveUp(), this.#retryPatienceMs);
  }

  #giveUp(): void {
    this.#memory = { ...this.#memory, givenUp: this.#memory.retrying };
    void this.#interruptTurn();
  }

  #tell(event: AgentEvent): void {
    if (event.type !== 'turn-ended') return this.#line.tell(event);
    this.#withdraw(this.#asks.withdrawAll());
    if (event.status === 'interrupted') void this.#tellOnceClean(event);
    else this.#line.tell(event);
  }

  /** An interrupted turn leaves its command running; it has ended only when that has. */
  async #tellOnceClean(event: AgentEvent): Promise<void> {
    const { thread: threadId } = this.#memory;
    const cleaned = this.#calls.call('thread/backgroundTerminals/clean', { threadId }).catch(failureOf);
    await inTime(cleaned, CLEANING_PATIENCE_MS, undefined);
    this.#line.tell(event);
  }

  #release(): void {
    clearTimeout(this.#patience);
    this.#calls.abandon('it is not running any more');
  }

  #withdraw(ids: readonly string[]): void {
    for (const id of ids) this.#line.tell({ type: 'withdrawn', id });
  }
}
