import {
  type AgentEvent,
  type AgentSession,
  failureOf,
  PortError,
  type ProcessIdentity,
} from '@symphony/domain';
import { type ChildGroup, type Exit, endRun } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { LineReader } from './line-reader.ts';
import { type Opening, readFromPlayer, type ToPlayer, unrecognised } from './wire.ts';

const STDERR_TAIL = 4_000;

/**
 * The adapter's end of one player process.
 *
 *   waiting for `ready` ──► turn open ◄──prompt──┐
 *           │                  │ turn-ended      │
 *           │                  └──► between turns┘
 *           └── any of them ── process over ──► ended   (`exited` heard, nothing left running)
 */
export class RehearsalSession implements AgentSession {
  readonly process: ProcessIdentity;
  readonly #group: ChildGroup;
  readonly #markers: readonly Marker[];
  readonly #hear: (event: AgentEvent) => void;
  readonly #finished: Promise<void>;
  readonly #answered = new Set<string>();
  /** Heard before `ready`; null from then on. */
  #early: AgentEvent[] | null = [];
  #turnOpen = true;
  #ended = false;
  #errors = Buffer.alloc(0);

  /** `markers`: one of them is carried by whatever works for the session. */
  constructor(group: ChildGroup, markers: readonly Marker[], hear: (event: AgentEvent) => void) {
    this.process = group.identity;
    this.#group = group;
    this.#markers = markers;
    this.#hear = hear;
    const reader = new LineReader(({ text, cut }) => this.#listen(text, cut));
    group.child.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    group.child.stderr.on('data', (chunk: Buffer) => {
      this.#errors = Buffer.concat([this.#errors, chunk]).subarray(-STDERR_TAIL);
    });
    group.child.stdout.resume(); // a player that was warm has been listened to before
    this.#finished = this.#end(reader);
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
    if (this.#ended) throw gone();
    if (this.#turnOpen)
      throw new PortError({ code: 'refused', message: 'The rehearsal player is still in a turn.' });
    this.#turnOpen = true;
    this.#send({ type: 'turn', prompt: text });
  }

  async answer(questionId: string, text: string): Promise<void> {
    if (this.#answered.has(questionId)) return;
    if (this.#ended) throw gone();
    this.#answered.add(questionId);
    this.#send({ type: 'answer', question: questionId, text });
  }

  async suspend(): Promise<void> {
    this.#group.signal('SIGSTOP');
  }

  async unsuspend(): Promise<void> {
    this.#group.signal('SIGCONT');
  }

  async stop(graceMs: number): Promise<void> {
    await this.#group.stop(graceMs);
    await this.#finished;
  }

  #listen(text: string, cut: boolean): void {
    const said = cut ? unrecognised(text) : readFromPlayer(text);
    if (said.type === 'ready') {
      // A second one would contradict the first; it is kept for people to see.
      if (this.#early === null) this.#hear(unrecognised(text));
      else this.#named(said.session);
      return;
    }
    if (said.type === 'turn-ended') this.#turnOpen = false;
    if (this.#early === null) this.#hear(said);
    else this.#early.push(said);
  }

  /** `started` is heard first, whatever the process said before it named its session. */
  #named(sessionId: string | null): void {
    const early = this.#early ?? [];
    this.#early = null;
    this.#hear({ type: 'started', sessionId, process: this.process });
    for (const event of early) this.#hear(event);
  }

  /** What a player leaves running when it ends would hold its output open: it is ended first. */
  async #end(reader: LineReader): Promise<void> {
    const swept = this.#sweep();
    const exit = await this.#group.exited;
    const problem = await swept;
    reader.end();
    if (this.#early !== null) this.#named(null);
    this.#ended = true;
    const message = [describe(exit), this.#errors.toString('utf8').trim(), problem]
      .filter(Boolean)
      .join('\n');
    this.#hear({ type: 'exited', code: exit.code, signal: exit.signal, message });
  }

  async #sweep(): Promise<string> {
    const { child } = this.#group;
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve));
    try {
      for (const marker of this.#markers) await endRun(marker);
      return '';
    } catch (error) {
      return `what it left running could not be ended: ${failureOf(error).message}`;
    }
  }

  /** Does not wait for the player to read: a frozen one reads later, one that ended is told by its exit. */
  #send(message: ToPlayer): void {
    this.#group.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

const describe = ({ code, signal }: Exit): string =>
  signal === null
    ? `the rehearsal player exited with ${code}`
    : `the rehearsal player was ended by ${signal}`;

const gone = (): PortError =>
  new PortError({ code: 'unavailable', message: 'The rehearsal player is not running any more.' });
