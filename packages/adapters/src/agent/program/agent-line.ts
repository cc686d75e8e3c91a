import { type AgentEvent, failureOf, PortError, type ProcessIdentity } from '@symphony/domain';
import { type ChildGroup, type Exit, endRun, leaderExit, signalRun } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { inTime } from '../../process/patience.ts';
import { type Line, LineReader } from './line-reader.ts';

const STDERR_TAIL = 4_000;
const UNRECOGNISED_LIMIT = 2_000;

export interface AgentLineOptions {
  readonly group: ChildGroup;
  /** One of them is carried by whatever works for the session. */
  readonly markers: readonly Marker[];
  readonly hear: (event: AgentEvent) => void;
  /** As it is called in messages: `claude`, `the rehearsal player`. */
  readonly name: string;
  /** Each line the process says. Must not throw. */
  readonly listen: (line: Line) => void;
}

/** What an agent says of itself when it names its session. */
export interface Introduction {
  readonly version?: string;
  readonly model?: string;
}

/**
 * The adapter's end of one agent process that speaks in lines. It keeps the rules every adapter has
 * to: `started` is heard first, `exited` last and once, and one turn at a time.
 *
 *   before its name ──named──► turn open ◄──openTurn──┐
 *          │                      │ turn-ended told   │
 *          │                      └──► between turns──┘
 *          └── any of them ── process over ──► ended   (`exited` heard, nothing left running)
 */
export class AgentLine {
  readonly process: ProcessIdentity;
  readonly #options: AgentLineOptions;
  readonly #finished: Promise<void>;
  /** Told before the session had a name; null from then on. */
  #early: AgentEvent[] | null = [];
  #turnOpen = true;
  #ended = false;
  #errors = Buffer.alloc(0);

  constructor(options: AgentLineOptions) {
    const { child, identity } = options.group;
    this.process = identity;
    this.#options = options;
    const reader = new LineReader(options.listen);
    child.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#errors = Buffer.concat([this.#errors, chunk]).subarray(-STDERR_TAIL);
    });
    child.stdout.resume(); // a process that was warm has been listened to before
    this.#finished = this.#end(reader);
  }

  get turnOpen(): boolean {
    return this.#turnOpen;
  }

  /** False once the session has a name; it is given one name only. */
  get unnamed(): boolean {
    return this.#early !== null;
  }

  /** `started` is heard first, whatever was told before the session had a name. */
  named(sessionId: string | null, introduction: Introduction = {}): void {
    if (this.#early === null) return;
    const early = this.#early;
    this.#early = null;
    this.#options.hear({ type: 'started', sessionId, process: this.process, ...introduction });
    for (const event of early) this.#options.hear(event);
  }

  tell(event: AgentEvent): void {
    if (this.#ended) return;
    if (event.type === 'turn-ended') this.#turnOpen = false;
    if (this.#early === null) this.#options.hear(event);
    else this.#early.push(event);
  }

  /** Refuses while a turn is under way, and when nobody is there to play it. */
  openTurn(): void {
    const { name } = this.#options;
    this.mustLive();
    if (this.#turnOpen) throw new PortError({ code: 'refused', message: `${name} is still in a turn.` });
    this.#turnOpen = true;
  }

  mustLive(): void {
    if (this.#ended)
      throw new PortError({
        code: 'unavailable',
        message: `${this.#options.name} is not running any more.`,
      });
  }

  /** One JSON line. Does not wait for it to be read: a frozen process reads later, one that ended is told by its exit. */
  send(message: object): void {
    this.#options.group.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Nothing more will be said to it. */
  closeInput(): void {
    this.#options.group.child.stdin.end();
  }

  /** The group first, then what left it: commands of agents run in groups of their own. */
  async suspend(): Promise<void> {
    this.#options.group.signal('SIGSTOP');
    for (const marker of this.#options.markers) await signalRun(marker, 'SIGSTOP');
  }

  async unsuspend(): Promise<void> {
    for (const marker of this.#options.markers) await signalRun(marker, 'SIGCONT');
    this.#options.group.signal('SIGCONT');
  }

  /** Resolves when no process of the session is left. `leave`: asks it to end by itself within the grace. */
  async stop(graceMs: number, leave?: () => void): Promise<void> {
    if (leave && !this.#ended && graceMs > 0) {
      const before = Date.now();
      await this.unsuspend(); // a frozen one hears nothing
      leave();
      await inTime(leaderExit(this.#options.group), graceMs, undefined);
      await this.#options.group.stop(Math.max(0, graceMs - (Date.now() - before)));
    } else {
      await this.#options.group.stop(graceMs);
    }
    await this.#finished;
  }

  /** What an agent leaves running when it ends would hold its output open: it is ended first. */
  async #end(reader: LineReader): Promise<void> {
    const swept = this.#sweep();
    const exit = await this.#options.group.exited;
    const problem = await swept;
    reader.end();
    this.named(null);
    const message = [this.#describe(exit), this.#errors.toString('utf8').trim(), problem]
      .filter(Boolean)
      .join('\n');
    this.#ended = true;
    this.#turnOpen = false;
    this.#options.hear({ type: 'exited', code: exit.code, signal: exit.signal, message });
  }

  async #sweep(): Promise<string> {
    await leaderExit(this.#options.group);
    try {
      for (const marker of this.#options.markers) await endRun(marker);
      return '';
    } catch (error) {
      return `what it left running could not be ended: ${failureOf(error).message}`;
    }
  }

  #describe({ code, signal }: Exit): string {
    const { name } = this.#options;
    return signal === null ? `${name} exited with ${code}` : `${name} was ended by ${signal}`;
  }
}

/** What an adapter does not know, short enough for the log. */
export const unrecognised = (text: string, as?: Unrecognised['as']): Unrecognised => ({
  type: 'unrecognised',
  text: text.slice(0, UNRECOGNISED_LIMIT),
  ...(as && { as }),
});

type Unrecognised = AgentEvent & { type: 'unrecognised' };
