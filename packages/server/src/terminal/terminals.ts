import type { Marker } from '@symphony/adapters/process';
import { type ItemId, type Launch, PortError, type RunId } from '@symphony/domain';
import type { TerminalRequest, TerminalView } from '@symphony/protocol';
import { ExpectantView } from './expectant-view.ts';
import type { OpenTerminal, PlayedTerminal, ProgramEnd } from './played-terminal.ts';

/** How long a program has to end by itself when the conductor closes. */
const GRACE_MS = 2_000;

/**
 * The interactive programs of this conductor, one for each item that a person has taken over, and
 * everybody who looks at them. States: open → closed; nothing is played after that.
 */
export class Terminals {
  #closed = false;
  readonly #on = new Map<ItemId, { readonly run: RunId; readonly terminal: PlayedTerminal }>();
  /** Until they are over: one that is on its way to its terminal must not slip past who stops it. */
  readonly #opening = new Map<RunId, Promise<PlayedTerminal>>();
  readonly #expectant = new Map<ItemId, Set<ExpectantView>>();
  readonly #open: OpenTerminal;

  constructor(open: OpenTerminal) {
    this.#open = open;
  }

  /**
   * Plays a program until it ends. Rejects with PortError when it cannot be started. Who waits for
   * the item's terminal sees it from the first byte on.
   */
  async play(run: RunId, item: ItemId, launch: Launch, marker: Marker): Promise<ProgramEnd> {
    this.#refuseWhenClosed();
    const opening = this.#begin(run, item, launch, marker);
    this.#opening.set(run, opening);
    try {
      return await (await opening).ended;
    } finally {
      this.#opening.delete(run);
      if (this.#on.get(item)?.run === run) this.#on.delete(item);
    }
  }

  /** Shows the item's program; while none is on, the next one. */
  view(item: ItemId, request: TerminalRequest): TerminalView {
    const view = new ExpectantView(request, () => this.#forget(item, view));
    const played = this.#on.get(item);
    if (played) view.show(played.terminal);
    else if (this.#closed) void view.close();
    else this.#expect(item, view);
    return view;
  }

  /** Ends the program of a run, if it plays one; `play` resolves with how it ended. */
  async stop(run: RunId, graceMs: number): Promise<void> {
    await Promise.allSettled([this.#opening.get(run)]);
    const played = [...this.#on.values()].filter((each) => each.run === run);
    await Promise.all(played.map(({ terminal }) => terminal.stop(graceMs)));
  }

  /** Resolves when no program and nothing it started is left. Repeating it is harmless. */
  async close(graceMs = GRACE_MS): Promise<void> {
    this.#closed = true;
    const waiting = [...this.#expectant.values()].flatMap((views) => [...views]);
    this.#expectant.clear();
    await Promise.allSettled([...this.#opening.values()]);
    await Promise.all([
      ...waiting.map((view) => view.close()),
      ...[...this.#on.values()].map(({ terminal }) => terminal.stop(graceMs)),
    ]);
  }

  async #begin(run: RunId, item: ItemId, launch: Launch, marker: Marker): Promise<PlayedTerminal> {
    const terminal = await this.#open(launch, marker);
    this.#on.set(item, { run, terminal });
    for (const view of this.#expectant.get(item) ?? []) view.show(terminal);
    this.#expectant.delete(item);
    return terminal;
  }

  #expect(item: ItemId, view: ExpectantView): void {
    const views = this.#expectant.get(item) ?? new Set();
    this.#expectant.set(item, views.add(view));
  }

  #forget(item: ItemId, view: ExpectantView): void {
    const views = this.#expectant.get(item);
    views?.delete(view);
    if (views?.size === 0) this.#expectant.delete(item);
  }

  #refuseWhenClosed(): void {
    if (!this.#closed) return;
    throw new PortError({
      code: 'unavailable',
      message: 'The conductor is closing and opens no terminal any more.',
    });
  }
}
