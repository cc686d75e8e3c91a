import type { AgentEvent, AgentSession, ProcessIdentity } from '@symphony/domain';
import type { ChildGroup } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { AgentLine, unrecognised } from '../program/agent-line.ts';
import type { Line } from '../program/line-reader.ts';
import { type Opening, readFromPlayer, type ToPlayer } from './wire.ts';

/** The adapter's end of one player process. */
export class RehearsalSession implements AgentSession {
  readonly process: ProcessIdentity;
  readonly #line: AgentLine;
  readonly #answered = new Set<string>();

  /** `markers`: one of them is carried by whatever works for the session. */
  constructor(group: ChildGroup, markers: readonly Marker[], hear: (event: AgentEvent) => void) {
    this.process = group.identity;
    this.#line = new AgentLine({
      group,
      markers,
      hear,
      name: 'the rehearsal player',
      listen: (line) => this.#listen(line),
    });
  }

  /** Once, and not for a player that knows its work already. */
  open(opening: Opening): void {
    this.#send(opening);
  }

  /** The first turn. */
  begin(prompt: string): void {
    this.#send({ type: 'turn', prompt });
  }

  async prompt(text: string): Promise<void> {
    this.#line.openTurn();
    this.#send({ type: 'turn', prompt: text });
  }

  async answer(questionId: string, text: string): Promise<void> {
    if (this.#answered.has(questionId)) return;
    this.#line.mustLive();
    this.#answered.add(questionId);
    this.#send({ type: 'answer', question: questionId, text });
  }

  async interrupt(): Promise<void> {
    this.#line.mustLive();
    if (this.#line.turnOpen) this.#send({ type: 'interrupt' });
  }

  suspend(): Promise<void> {
    return this.#line.suspend();
  }

  unsuspend(): Promise<void> {
    return this.#line.unsuspend();
  }

  stop(graceMs: number): Promise<void> {
    return this.#line.stop(graceMs);
  }

  #listen({ text, cut }: Line): void {
    const said = cut ? unrecognised(text) : readFromPlayer(text);
    if (said.type !== 'ready') return this.#line.tell(said);
    // A second one would contradict the first; it is kept for people to see.
    if (this.#line.unnamed) this.#line.named(said.session);
    else this.#line.tell(unrecognised(text));
  }

  #send(message: ToPlayer): void {
    this.#line.send(message);
  }
}
