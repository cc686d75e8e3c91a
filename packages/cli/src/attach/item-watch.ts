import type { Entry, ItemView } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { requestErrorOf } from '@symphony/protocol';
import { cut } from '../screen/columns.ts';
import { oneLine } from '../screen/harmless.ts';
import type { Terminal } from '../terminal.ts';
import { type Keyboard, openKeyboard } from './keyboard.ts';
import { readKeys, readLineKeys, withoutAnswers } from './keys.ts';
import { ProgramPane } from './program-pane.ts';
import { comesToRest, isTakenOver } from './rest.ts';
import { Story, type StoryFrame } from './story.ts';
import { plainPane, steeringPane, type TranscriptPane } from './transcript-pane.ts';

/** How much of what came before is shown: enough to scroll back a little. */
const SCREENFULS = 3;

interface WatchParts {
  readonly client: ConductorClient;
  readonly terminal: Terminal;
  readonly item: ItemView;
  readonly symphony: string;
  readonly person: string;
  readonly write: boolean;
}

/** `rests`: the item has come to an end. `left`: the person went. `gone`: the conductor did. */
export type WatchEnd = 'rests' | 'left' | 'gone';

/**
 * One item on one terminal. States: transcript ⇄ program, while a person has the agent's session;
 * over, from either. What is recorded while the program covers the transcript is shown after it.
 */
export class ItemWatch {
  #program: ProgramPane | null = null;
  /** A person has the agent's session, as far as the log has been heard. */
  #taken = false;
  #held: string[] = [];
  #resting = false;
  #running: boolean;
  #keyboard: Keyboard | null = null;
  #pane: TranscriptPane;
  readonly #end = Promise.withResolvers<WatchEnd>();
  readonly #story: Story;
  readonly #parts: WatchParts;
  readonly #redraw = () => this.#program?.redraw();

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#story = new Story(parts.item.identifier);
    this.#running = parts.item.run !== null;
    this.#pane = plainPane(parts.terminal);
  }

  get ended(): Promise<WatchEnd> {
    return this.#end.promise;
  }

  /** Shows what came before, and from then on listens to the keyboard. */
  begin(before: readonly Entry[], remark: string | null): void {
    const { terminal, item, write } = this.#parts;
    const lines = before.flatMap((entry) => this.#story.hear(entry, this.#frame()));
    const room = terminal.stdout.isTTY ? SCREENFULS * terminal.rows() : Number.POSITIVE_INFINITY;
    const earlier =
      lines.length > room ? [this.#remark(`earlier: ${this.#parts.symphony} logs ${item.identifier}`)] : [];
    const head = terminal.paint('strong', cut(`${item.identifier} ${item.title}`, this.#frame().columns));
    this.#pane.print([head, ...earlier, ...lines.slice(-room)]);
    if (remark !== null) this.say(remark);
    if (!terminal.interactive) return;
    this.say(
      write
        ? 'what you type is for the agent; Ctrl-] leaves it running'
        : 'q, Ctrl-C or Ctrl-] leaves; the agent goes on',
    );
    this.#listen();
    this.#taken = isTakenOver(before.map(({ event }) => event));
    if (this.#taken) void this.#openProgram();
  }

  hear(entry: Entry): void {
    this.#print(this.#story.hear(entry, this.#frame()));
    const { event } = entry;
    if (event.type === 'takeover-began') this.#taken = true;
    if (event.type === 'takeover-ended') this.#taken = false;
    if (event.type === 'takeover-began' && this.#keyboard) void this.#openProgram();
    if (event.type === 'takeover-ended') void this.#program?.close();
    if (event.type === 'run-started') this.#running = true;
    if (event.type === 'run-ended') this.#running = false;
    if (event.type === 'item-moved') this.#resting = comesToRest(event);
    this.#endAtRest();
  }

  say(text: string): void {
    this.#print([this.#remark(text)]);
  }

  leave(): void {
    this.#end.resolve('left');
  }

  lose(): void {
    this.#end.resolve('gone');
  }

  /** The terminal is as it was found. */
  async close(): Promise<void> {
    const { terminal, item, symphony } = this.#parts;
    const left = (await Promise.race([this.ended, null])) === 'left';
    const program = this.#program !== null;
    terminal.stdout.off('resize', this.#redraw);
    await this.#program?.close();
    this.#pane.close();
    this.#pane = plainPane(terminal);
    this.#keyboard?.close();
    if (!left) return;
    const again = `${symphony} attach ${item.identifier}${program ? ' --write' : ''}`;
    this.say(`${item.identifier} goes on without you; \`${again}\` comes back`);
  }

  #listen(): void {
    const { terminal, item, write } = this.#parts;
    if (write)
      this.#pane = steeringPane(terminal, `${oneLine(item.identifier)}> `, (text) => void this.#steer(text));
    this.#keyboard = openKeyboard(
      process.stdin,
      (text) => this.#type(text),
      () => void this.#program?.close(),
    );
    terminal.stdout.on('resize', this.#redraw);
  }

  #type(text: string): void {
    const { write } = this.#parts;
    const keys = write && !this.#program ? readLineKeys(text) : readKeys(text, write);
    if (keys.leave) this.leave();
    else if (this.#program) this.#program.type(withoutAnswers(keys.typed));
    else this.#pane.type(keys.typed);
  }

  async #steer(text: string): Promise<void> {
    const { client, item, person: by } = this.#parts;
    try {
      const { accepted, message } = await client.command({ name: 'steer', id: item.id, text, by });
      if (!accepted) this.say(message);
    } catch (error) {
      this.say(requestErrorOf(error).message);
    }
  }

  async #openProgram(): Promise<void> {
    if (this.#program) return;
    const { client, terminal, item, write } = this.#parts;
    const { stdout } = terminal;
    const size = () => ({ cols: stdout.columns, rows: stdout.rows });
    try {
      const view = await client.terminal(item.id, { ...size(), write });
      if (!this.#taken) return await view.close(); // given back meanwhile: nothing would ever come
      const keys = write ? 'Ctrl-] leaves it running' : 'q leaves it running';
      const place = { write: (text: string) => void stdout.write(text), size };
      this.#program = new ProgramPane(view, place, `${oneLine(item.identifier)} · ${keys}`);
      await this.#program.over;
    } catch (error) {
      this.#held.push(this.#remark(requestErrorOf(error).message));
    }
    this.#program = null;
    this.#pane.print(this.#held.splice(0));
    this.#endAtRest();
  }

  /** An item that failed is at rest before its agent is gone: the last lines are waited for. */
  #endAtRest(): void {
    if (this.#resting && !this.#running && !this.#program) this.#end.resolve('rests');
  }

  #print(lines: readonly string[]): void {
    if (this.#program) this.#held.push(...lines);
    else this.#pane.print(lines);
  }

  #remark(text: string): string {
    return this.#parts.terminal.paint('dim', `(${oneLine(text)})`);
  }

  #frame(): StoryFrame {
    const { terminal, symphony } = this.#parts;
    return { ...terminal.frame(), symphony, cutting: terminal.stdout.isTTY === true };
  }
}
