import type {
  Assembly,
  ItemId,
  LogEvent,
  LogEventOf,
  RunPhase,
  Settings,
  TrackedItem,
} from '@symphony/domain';
import { evidenceOf } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { type Effect, type Input, type ItemState, takeSnapshot } from '../../src/index.ts';
import type { RunState } from '../../src/state.ts';
import { World } from '../world.ts';

export type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>;

/** A world whose turns are taken one at a time by the test, and where nothing goes wrong by itself. */
export class Scene extends World {
  /** Items whose checks fail once merged, and items that conflict when the other is merged before them. */
  readonly failing = new Set<ItemId>();
  readonly conflicts = new Map<ItemId, ItemId>();
  readonly #landed = new Set<ItemId>();

  constructor(items: readonly (TrackedItem | string)[] = ['A'], settings: Partial<Settings> = {}) {
    const all = items.map((item) => (typeof item === 'string' ? trackedItem(item) : item));
    super(all, { ...SETTINGS, ...settings }, 1);
  }

  item(id = 'A'): ItemState {
    const item = this.state.items.get(id);
    if (!item) throw new Error(`there is no item ${id}`);
    return item;
  }

  run(id = 'A'): RunState {
    const { run } = this.item(id);
    if (!run) throw new Error(`${id} has no run`);
    return run;
  }

  /** Where the item is, in one word: its outcome when it is open with one. */
  stand(id = 'A'): string {
    const { state, outcome } = this.item(id);
    return state === 'open' && outcome !== 'none' ? outcome : state;
  }

  /** Takes the first effect of this kind that waits. */
  take<T extends Effect['type']>(type: T): EffectOf<T> {
    const at = this.pending.findIndex((effect) => effect.type === type);
    if (at < 0) throw new Error(`no ${type} among ${this.pending.map((each) => each.type).join(', ')}`);
    return this.pending.splice(at, 1)[0] as EffectOf<T>;
  }

  waiting<T extends Effect['type']>(type: T): EffectOf<T>[] {
    return this.pending.filter((effect): effect is EffectOf<T> => effect.type === type);
  }

  events<T extends LogEvent['type']>(type: T, after = 0): LogEventOf<T>[] {
    return this.log
      .slice(after)
      .flatMap(({ event }) => (event.type === type ? [event as LogEventOf<T>] : []));
  }

  /** Answers effects in order, those of `but` excepted, until none is left. */
  answerAll(...but: readonly Effect['type'][]): this {
    for (let at = 0; at < this.pending.length; ) {
      const effect = this.pending[at] as Effect;
      if (but.includes(effect.type)) at += 1;
      else {
        this.pending.splice(at, 1);
        this.answer(effect, 0);
      }
    }
    return this;
  }

  /** Every agent finishes its work with a commit; everything is answered until nothing moves. */
  playAll(...but: readonly Effect['type'][]): this {
    for (let before = -1; before !== this.log.length; ) {
      before = this.log.length;
      this.answerAll(...but);
      for (const [run, item] of [...this.agents]) this.act(run, item, 0);
    }
    return this;
  }

  /** Plays until the item's run is in this phase, answering nothing that would lead out of it. */
  until(phase: RunPhase, id = 'A'): this {
    const leadsOut: Partial<Record<RunPhase, Effect['type']>> = {
      refreshing: 'refresh-item',
      preparing: 'prepare-chamber',
      starting: 'play-turn',
      inspecting: 'inspect-chamber',
      ending: 'stop-agent',
      proving: 'prove',
    };
    const out = leadsOut[phase];
    this.answerAll(...(out ? [out] : []));
    if (this.item(id).run?.phase === phase) return this;
    this.act(this.run(id).id, id, 0);
    this.answerAll(...(out ? [out] : []));
    if (this.run(id).phase !== phase) throw new Error(`${id} is ${this.run(id).phase}, not ${phase}`);
    return this;
  }

  tick(ms = SETTINGS.pollIntervalMs): this {
    this.now += ms;
    this.say({ type: 'tick' });
    return this;
  }

  /** The state as text, without the log's own number: equal when nothing was changed. */
  picture(): string {
    return takeSnapshot({ ...this.state, seq: 0 }).state;
  }

  override answer(effect: Effect, trouble: number): void {
    if (effect.type === 'assemble-train') return this.say(this.assemble(effect));
    if (effect.type === 'land-train')
      for (const id of this.state.train.current?.items ?? []) this.#landed.add(id);
    super.answer(effect, trouble);
  }

  assemble({ attempt, entries, target }: EffectOf<'assemble-train'>): Input {
    const merged = new Set(this.#landed);
    const base = this.at(target);
    for (const { item } of entries) {
      const enemy = this.conflicts.get(item);
      if (enemy !== undefined && merged.has(enemy)) {
        const assembly: Assembly = {
          kind: 'conflict',
          base,
          item,
          files: ['f'],
          report: `${item} and ${enemy}`,
        };
        return { type: 'train-assembled', attempt, assembly };
      }
      merged.add(item);
    }
    const exitCode = entries.some(({ item }) => this.failing.has(item)) ? 1 : 0;
    const result = { command: 'check', exitCode, timedOut: false, durationMs: 1, outputTail: '' };
    const evidence = evidenceOf(`tree ${attempt}`, attempt, [result]);
    const assembly: Assembly = { kind: 'assembled', base, commit: attempt, evidence, alreadyMerged: [] };
    return { type: 'train-assembled', attempt, assembly };
  }
}
