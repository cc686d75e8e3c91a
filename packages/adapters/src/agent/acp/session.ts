import {
  type AgentEvent,
  type AgentSession,
  type AgentStart,
  failureOf,
  type ProcessIdentity,
} from '@symphony/domain';
import { inTime } from '../../process/patience.ts';
import { type AgentLine, type Line, launchAgent, unrecognised } from '../program/index.ts';
import type { AcpAgent } from './agents.ts';
import { type Trouble, troubleOf } from './fault.ts';
import type { Gauge } from './gauge.ts';
import { GaugeWatch } from './gauge-watch.ts';
import { beginMemory, type Memory, type Setting } from './memory.ts';
import { OpeningRefused, openSession } from './opening.ts';
import { Peer } from './peer.ts';
import { OpenPermissions } from './permissions.ts';
import { hopeless, type Retry } from './retry.ts';
import { endStrays } from './strays.ts';
import { oneLine } from './tool-call.ts';
import { type Said, translate } from './translate.ts';
import type { TurnEnding } from './turn-end.ts';
import {
  type Fields,
  fieldsOf,
  type Incoming,
  type Outcome,
  type RequestId,
  readMessage,
  textOf,
} from './wire.ts';

/** Of the grace, what a turn has to come to its end after it was cancelled. */
const SHARE_OF_GRACE = 0.5;

export interface Program {
  readonly instance: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly gauge: Gauge | null;
}

/**
 * The adapter's end of one agent process.
 *
 *   opening ──► prompted ◄──prompt──┐
 *      │            │ answered      │
 *      └─ failed ───┴──► between turns   (a session that did not open is opened with the next prompt)
 *
 * `interrupt` and a hopeless fault only ask for the end of the turn; the turn ends with its answer.
 */
export class AcpSession implements AgentSession {
  readonly process: ProcessIdentity;
  readonly #line: AgentLine;
  readonly #agent: AcpAgent;
  readonly #request: AgentStart;
  readonly #instance: string;
  readonly #peer: Peer;
  readonly #permissions: OpenPermissions;
  readonly #gauge: GaugeWatch | null;
  #setting: Setting;
  #memory: Memory;
  #sessionId: string | null = null;
  /** Asked for in this turn. */
  #interrupted = false;
  #givenUp: Trouble | null = null;
  #turnOver: () => void = () => undefined;

  private constructor(line: AgentLine, agent: AcpAgent, request: AgentStart, program: Program) {
    this.process = line.process;
    this.#line = line;
    this.#agent = agent;
    this.#request = request;
    this.#instance = program.instance;
    this.#peer = new Peer(line);
    this.#permissions = new OpenPermissions(this.#peer);
    this.#setting = { agent, cwd: request.cwd, model: request.player.model };
    this.#memory = beginMemory(request.spent ?? null);
    this.#gauge =
      program.gauge &&
      new GaugeWatch(program.gauge, {
        read: (reading) => this.#hear({ type: 'gauge-read', reading }),
        blind: () => this.#hear({ type: 'gauge-blind' }),
        retrying: (retry) => this.#retrying(retry),
      });
  }

  static async start(
    agent: AcpAgent,
    request: AgentStart,
    program: Program,
    hear: (event: AgentEvent) => void,
  ): Promise<AcpSession> {
    const line = await launchAgent(
      request,
      { ...program, name: agent.name },
      (event) => {
        hear(event);
        if (event.type === 'exited') session.#ended();
      },
      (said) => session.#listen(said),
    );
    const session = new AcpSession(line, agent, request, program);
    void session.#play(request.prompt);
    return session;
  }

  async prompt(text: string): Promise<void> {
    this.#line.openTurn();
    void this.#play(text);
  }

  async answer(questionId: string, text: string): Promise<void> {
    const answer = text === 'allow' ? 'allow' : 'deny';
    const toolCallId = this.#permissions.answer(questionId, answer);
    if (toolCallId !== null && answer === 'deny') this.#hear({ type: 'permission-denied', toolCallId });
  }

  async interrupt(): Promise<void> {
    if (!this.#line.turnOpen || this.#interrupted) return;
    this.#interrupted = true;
    this.#hear({ type: 'interrupted' });
    this.#cancel();
  }

  suspend(): Promise<void> {
    return this.#line.suspend();
  }

  unsuspend(): Promise<void> {
    return this.#line.unsuspend();
  }

  async stop(graceMs: number): Promise<void> {
    const before = Date.now();
    if (this.#line.turnOpen && graceMs > 0) await this.#wound(graceMs * SHARE_OF_GRACE);
    const left = Math.max(0, graceMs - (Date.now() - before));
    await (this.#agent.endsWithInput
      ? this.#line.stop(left, () => this.#line.closeInput())
      : this.#line.stop(left));
  }

  /** Cancels the turn and waits for its end, so that the agent ends its own commands. */
  async #wound(withinMs: number): Promise<void> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#turnOver = resolve;
    await this.#line.unsuspend(); // a frozen one hears nothing
    await this.interrupt();
    await inTime(over, withinMs, undefined);
  }

  async #play(prompt: string): Promise<void> {
    this.#interrupted = false;
    this.#givenUp = null;
    try {
      this.#sessionId ??= await this.#open();
    } catch (error) {
      if (this.#line.unnamed) this.#line.named(null);
      return this.#end({ kind: 'given-up', trouble: troubleOfOpening(error) });
    }
    if (this.#interrupted) return this.#end({ kind: 'not-begun' });
    const params = { sessionId: this.#sessionId, prompt: [{ type: 'text', text: prompt }] };
    this.#peer.request('session/prompt', params, (outcome) => this.#answered(outcome));
    this.#gauge?.start(this.#sessionId);
  }

  async #open(): Promise<string> {
    const { cwd, player, resume, tools, env } = this.#request;
    const opened = await openSession(this.#peer, {
      agent: this.#agent,
      cwd,
      model: player.model,
      resume,
      tools: tools ?? null,
      env,
    });
    const { sessionId, version, model, notResumed } = opened;
    this.#setting = { ...this.#setting, model };
    this.#line.named(sessionId, { ...(version ? { version } : {}), ...(model ? { model } : {}) });
    if (notResumed !== null) {
      this.#memory = beginMemory(null);
      const text = `${this.#agent.name} could not go on with session ${resume} (${notResumed}): a new session was begun.`;
      this.#line.tell(unrecognised(text));
    }
    return sessionId;
  }

  #listen(line: Line): void {
    const message = readMessage(line);
    switch (message.kind) {
      case 'noise':
        return this.#line.tell(unrecognised(line.text));
      case 'answer':
        if (!this.#peer.settle(message)) this.#line.tell(unrecognised(line.text));
        return;
      case 'request':
        return this.#requested(message);
      case 'notification':
        return this.#notified(message, line);
    }
  }

  #requested({ id, method, params }: Incoming & { kind: 'request' }): void {
    if (method !== 'session/request_permission') return this.#peer.refuse(id, method);
    this.#permissions.add(id, params);
    // After a cancel nobody decides any more.
    if (this.#interrupted || this.#givenUp) this.#permissions.withdrawAll();
    else this.#hear({ type: 'permission-asked', id, params });
  }

  #notified({ method, params }: Incoming & { kind: 'notification' }, line: Line): void {
    if (method === 'session/update') return this.#updated(params);
    if (method === '$/cancel_request') return this.#withdrawn(params.requestId as RequestId);
    if (!method.endsWith('auth/status_update')) this.#line.tell(unrecognised(line.text));
  }

  /** Before the session is open its history is told again, which was heard when it happened. */
  #updated({ sessionId, update }: Fields): void {
    if (this.#sessionId === null || sessionId !== this.#sessionId) return;
    this.#hear({ type: 'update', update: fieldsOf(update), now: Date.now() });
  }

  #withdrawn(request: RequestId): void {
    const id = this.#permissions.withdraw(request);
    if (id !== null) this.#line.tell({ type: 'withdrawn', id });
  }

  /** Agents go on trying for many minutes; whoever waits for the turn is to know sooner. */
  #retrying(retry: Retry): void {
    if (!this.#line.turnOpen || this.#interrupted || this.#givenUp) return;
    this.#line.tell({ type: 'retrying', reason: oneLine(retry.message) });
    this.#givenUp = hopeless(retry, Date.now());
    if (this.#givenUp) this.#cancel();
  }

  #cancel(): void {
    for (const id of this.#permissions.withdrawAll()) this.#line.tell({ type: 'withdrawn', id });
    if (this.#sessionId !== null) this.#peer.notify('session/cancel', { sessionId: this.#sessionId });
  }

  #answered(outcome: Outcome): void {
    const strays = this.#agent.runsOn && this.#interrupted;
    if (!this.#gauge && !strays) return this.#end(this.#endingOf(outcome));
    void this.#settle(outcome, strays)
      .catch((error: unknown) => {
        this.#line.tell(unrecognised(failureOf(error).message));
        return outcome;
      })
      .then((known) => this.#end(this.#endingOf(known)));
  }

  #endingOf(outcome: Outcome): TurnEnding {
    return this.#givenUp ? { kind: 'given-up', trouble: this.#givenUp } : { kind: 'answered', outcome };
  }

  /** What is still to be done and looked at before the turn can be told as over. */
  async #settle(outcome: Outcome, strays: boolean): Promise<Outcome> {
    await this.#gauge?.stop();
    if (strays)
      await endStrays({ instance: this.#instance, role: 'agent', run: this.#request.run }, this.process.pid);
    if (outcome.ok || !this.#gauge || this.#sessionId === null) return outcome;
    const status = await this.#gauge.lastStatus(this.#sessionId);
    return status === null ? outcome : { ok: false, error: { ...outcome.error, code: status } };
  }

  #end(ending: TurnEnding): void {
    this.#hear({ type: 'turn-ended', ending, now: Date.now() });
    this.#turnOver();
  }

  #hear(said: Said): void {
    const { memory, events } = translate(this.#memory, said, this.#setting);
    this.#memory = memory;
    for (const event of events) this.#line.tell(event);
  }

  #ended(): void {
    void this.#gauge?.stop();
    this.#peer.close();
    this.#turnOver();
  }
}

function troubleOfOpening(error: unknown): Trouble {
  if (!(error instanceof OpeningRefused))
    return { message: failureOf(error).message, fault: 'agent', until: null };
  const trouble = troubleOf(error.error, Date.now());
  return { ...trouble, message: textOf(error.message) ?? trouble.message };
}
