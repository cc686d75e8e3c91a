import { randomUUID } from 'node:crypto';
import type { AgentEvent, AgentSession, AgentStart, ProcessIdentity } from '@symphony/domain';
import { type AgentLine, type Line, launchAgent, unrecognised } from '../program/index.ts';
import { giveAnswer } from './asking.ts';
import { freshMemory, type Memory, type Translation } from './memory.ts';
import { usageOf } from './meter.ts';
import { environmentFor, programOf, sessionArguments } from './program.ts';
import { translate } from './translate.ts';
import { controlRequest, leaveGiven, readLine, requestRefused, type ToClaude, userTurn } from './wire.ts';

/** While the model writes something long, so often is it told that it does. */
const SIGN_OF_LIFE_MS = 30_000;

/** Starts the process and its first turn. */
export async function startSession(
  request: AgentStart,
  hear: (event: AgentEvent) => void,
  { instance, now }: { readonly instance: string; readonly now: () => number },
): Promise<AgentSession> {
  const program = {
    instance,
    name: 'Claude Code',
    command: programOf(request.player),
    args: sessionArguments(request),
    env: environmentFor(request.env, request.tools),
  };
  // The first line cannot be read before the session is there: nothing is read within one step of the loop.
  let session: ClaudeSession;
  const line = await launchAgent(request, program, hear, (each) => session.listen(each));
  session = new ClaudeSession(line, freshMemory(request.cwd, request.spent ?? null), now);
  session.begin(request.prompt);
  return session;
}

/** Our end of one Claude Code process. What its lines mean is decided in translate.ts. */
class ClaudeSession implements AgentSession {
  readonly process: ProcessIdentity;
  readonly #line: AgentLine;
  readonly #now: () => number;
  #memory: Memory;
  #toldAt: number;

  constructor(line: AgentLine, memory: Memory, now: () => number) {
    this.process = line.process;
    this.#line = line;
    this.#now = now;
    this.#memory = memory;
    this.#toldAt = now();
  }

  begin(prompt: string): void {
    this.#send(controlRequest(randomUUID(), 'initialize'));
    this.#send(userTurn(prompt));
  }

  async prompt(text: string): Promise<void> {
    this.#line.openTurn();
    this.#send(userTurn(text));
  }

  async answer(questionId: string, text: string): Promise<void> {
    this.#line.mustLive();
    const { asks, reply } = giveAnswer(this.#memory.asks, questionId, text);
    this.#memory = { ...this.#memory, asks };
    if (reply) this.#send(reply);
  }

  async interrupt(): Promise<void> {
    this.#line.mustLive();
    if (!this.#line.turnOpen || this.#memory.interrupted) return;
    this.#memory = { ...this.#memory, interrupted: true };
    this.#send(controlRequest(randomUUID(), 'interrupt'));
  }

  suspend(): Promise<void> {
    return this.#line.suspend();
  }

  unsuspend(): Promise<void> {
    return this.#line.unsuspend();
  }

  /** The turn is ended through the protocol first: that also ends the command it runs. */
  stop(graceMs: number): Promise<void> {
    return this.#line.stop(graceMs, () => {
      if (this.#line.turnOpen) this.#send(controlRequest(randomUUID(), 'interrupt'));
      this.#memory = { ...this.#memory, interrupted: true };
      this.#line.closeInput();
    });
  }

  listen({ text, cut }: Line): void {
    if (cut) return this.#skip(text);
    const said = readLine(text);
    if (said === null) return this.#tell(unrecognised(text));
    this.#heed(translate(this.#memory, said));
    if (said.type === 'stream_event' && this.#now() - this.#toldAt >= SIGN_OF_LIFE_MS)
      this.#tell({ type: 'usage', usage: usageOf(this.#memory.meter) });
  }

  #heed({ memory, events, introduction, reply }: Translation): void {
    this.#memory = memory;
    if (introduction) {
      const { session, ...rest } = introduction;
      this.#line.named(session, rest);
    }
    for (const event of events) {
      // A turn that nobody asked for has no end that anybody waits for.
      if (event.type !== 'turn-ended' || this.#line.turnOpen) this.#tell(event);
    }
    if (reply) this.#send(reply);
  }

  /** A line too long to be read may still be a request, and an unanswered request is waited for without end. */
  #skip(beginning: string): void {
    this.#tell(unrecognised(beginning));
    const request = /^\{"type":"control_request","request_id":"([^"]+)","request":\{"subtype":"(\w+)"/.exec(
      beginning.slice(0, 1_000),
    );
    const [, id, kind] = request ?? [];
    if (id === undefined) return;
    const message = 'This is too long to be judged; do it in smaller pieces.';
    this.#send(
      kind === 'can_use_tool' ? leaveGiven(id, { behavior: 'deny', message }) : requestRefused(id, message),
    );
  }

  #tell(event: AgentEvent): void {
    this.#toldAt = this.#now();
    this.#line.tell(event);
  }

  #send(message: ToClaude): void {
    this.#line.send(message);
  }
}
