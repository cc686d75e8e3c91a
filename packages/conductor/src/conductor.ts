import type {
  Chance,
  Clock,
  Entry,
  ExplainView,
  ItemId,
  LogEvent,
  MelodyView,
  MissionId,
  MissionView,
  Names,
  RunId,
  Settings,
  StatusView,
  Store,
} from '@symphony/domain';
import { failureOf, sayFailure } from '@symphony/domain';
import { advance, consider, decide } from './decide.ts';
import type { Decision, Setting } from './decision.ts';
import type { Effect } from './effect.ts';
import { fold } from './fold/fold.ts';
import type { Command, Input } from './input.ts';
import { isWatched, openOffers } from './offer.ts';
import type { Ports } from './perform/ports.ts';
import { Performer } from './performer.ts';
import { isIdle } from './policy/idleness.ts';
import { nextWake } from './policy/wake.ts';
import { explainView } from './projections/explain.ts';
import { melodyView } from './projections/melody.ts';
import { missionView } from './projections/mission.ts';
import { statusView } from './projections/status.ts';
import { replay } from './replay.ts';
import { takeSnapshot } from './snapshot.ts';
import type { ConductorState } from './state.ts';

export interface ConductorOptions {
  readonly store: Store;
  readonly ports: Ports;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly names: Names;
  /** Only this item is played. */
  readonly only: ItemId | null;
  /** Conditions and transforms of melodies. */
  readonly evaluate: Setting['evaluate'];
  /** Told every recorded entry, after it is durable. */
  readonly onEntry: (entry: Entry) => void;
  /** Told once when the log cannot be written any more: nothing is done from then on. */
  readonly onFatal: (message: string) => void;
  readonly onWarning: (message: string) => void;
  /** Told whenever the loop has nothing more to decide for now. */
  readonly onRest: () => void;
  /** The fewest entries between two snapshots. */
  readonly snapshotEvery?: number;
}

const SNAPSHOT_EVERY = 10_000;
/**
 * A snapshot holds every item, so with many it is taken less often: saving one then stays a small
 * part of the work it follows, and what is left to replay stays well under a second.
 */
const ENTRIES_PER_ITEM = 5;
/** Inputs decided before their events are committed together: one commit serves them all. */
const BATCH = 256;

/** Events after which something may be able to start. Agents' chatter is not among them. */
const STIRRING: ReadonlySet<LogEvent['type']> = new Set<LogEvent['type']>([
  'settings-applied',
  'drain-changed',
  'item-seen',
  'item-left',
  'item-moved',
  'item-reopened',
  'retry-scheduled',
  'run-ended',
  'tracker-moved',
  'tracker-move-failed',
  'handoff-approved',
  'handoff-returned',
  'proposal-seen',
  'proposal-released',
  'train-split',
  'train-restarted',
  'train-landed',
  'player-rested',
  'conductor-started',
  'melody-started',
  'flow-changed',
  'mission-asked',
  'mission-planned',
  'mission-approved',
  'mission-stepped',
  'mission-reviewed',
  'mission-returned',
  'mission-proved',
  'mission-judged',
  'mission-resumed',
  'mission-extended',
  'mission-ended',
  'marks-surveyed',
  'deviation-decided',
  'gate-judged',
]);

/**
 * The mailbox and its loop (C6): the one owner of the state.
 *
 *   idle ──post──▶ draining ──queue empty──▶ idle
 *                     │ append failed
 *                     ▼
 *                   dead (nothing more is decided or performed)
 *
 * Each pass takes waiting inputs, decides them in order, appends all their events in one commit
 * and only then performs their effects. Nothing slow runs inside.
 */
export class Conductor {
  readonly #options: ConductorOptions;
  readonly #state: ConductorState;
  readonly #performer: Performer;
  #queue: Delivery[] = [];
  #scheduled = false;
  #dead = false;
  #closed = false;
  #cancelWake: () => void = () => undefined;
  #cancelTick: () => void = () => undefined;
  /** The interval the next tick was set by; null while nothing ticks. */
  #tickEvery: number | null = null;
  #sinceSnapshot = 0;
  #trackerReads = 0;
  /** What became of offers over at the code host was asked and answered. */
  #looked = false;

  constructor(options: ConductorOptions) {
    this.#options = options;
    this.#state = replay(options.store);
    this.#performer = new Performer(options.ports, (input) => this.post(input), options.onWarning);
  }

  /** Read-only: for projections and for what must be known before starting. */
  get state(): Readonly<ConductorState> {
    return this.#state;
  }

  /** How many inputs wait. */
  get backlog(): number {
    return this.#queue.length;
  }

  post(input: Input, answered?: (answer: Decision['answer']) => void): void {
    if (this.#dead || this.#closed) return;
    this.#queue.push({ input, answered: answered ?? null });
    if (!this.#scheduled) {
      this.#scheduled = true;
      this.#options.clock.soon(() => this.#drain());
    }
  }

  /** Posts a command and resolves with its answer. */
  command(command: Command): Promise<NonNullable<Decision['answer']>> {
    return new Promise((resolve) => {
      const refused = { accepted: false, message: 'Symphony is stopping.' };
      if (this.#dead || this.#closed) return resolve(refused);
      this.post({ type: 'commanded', command }, (answer) => resolve(answer ?? refused));
    });
  }

  status(): StatusView {
    const { only, clock } = this.#options;
    return statusView(this.#state, clock.now(), only, this.isIdle());
  }

  /** One run of a melody with all its nodes, or null. */
  melody(id: RunId): MelodyView | null {
    const run = this.#state.melodies.get(id);
    return run ? melodyView(this.#state, run) : null;
  }

  /** One mission with all that is known of it, or null. */
  mission(id: MissionId): MissionView | null {
    const mission = this.#state.missions.get(id);
    return mission ? missionView(this.#state, mission) : null;
  }

  explain(id: ItemId): ExplainView | null {
    return explainView(this.#state, id, this.#options.clock.now(), this.#options.only);
  }

  /** Nothing is under way and nothing will start by itself. Never before the tracker was read once. */
  isIdle(): boolean {
    const { settings } = this.#state;
    if (!settings || this.#trackerReads === 0 || this.#queue.length > 0) return false;
    if (!this.#looked && this.#hasOffers()) return false;
    return isIdle(this.#state, settings, this.#options.clock.now(), this.#options.only);
  }

  #hasOffers(): boolean {
    for (const offer of openOffers(this.#state)) if (isWatched(offer)) return true;
    return false;
  }

  /** The first tick now, then one every poll interval. */
  startTicking(): void {
    this.#cancelTick();
    if (this.#closed || this.#dead) return;
    this.post({ type: 'tick' });
    this.#awaitTick();
  }

  #awaitTick(): void {
    this.#cancelTick();
    this.#tickEvery = this.#state.settings?.pollIntervalMs ?? 30_000;
    // A tracker whose budget runs low asks for more time.
    const wait = this.#options.ports.tracker.nextPollMs?.(this.#tickEvery) ?? this.#tickEvery;
    this.#cancelTick = this.#options.clock.after(wait, () => this.startTicking());
  }

  /**
   * Stops: nothing is decided any more, agents are asked to end and after the grace made to. Their
   * runs stay where they are in the log and are taken up again at the next start. `endOthers` ends
   * whatever else was started (checks, hooks), so that no effect is waited for in vain.
   */
  async close(reason: string, graceMs: number, endOthers: () => Promise<unknown>): Promise<void> {
    if (this.#closed) return;
    this.#drain();
    this.#closed = true;
    this.#cancelTick();
    this.#cancelWake();
    for (const { answered } of this.#queue.splice(0)) answered?.(null);
    await this.#performer.close(graceMs);
    await endOthers();
    await this.#performer.settled();
    if (this.#dead) return;
    this.#append([{ type: 'conductor-stopped', reason }]);
    this.#snapshot();
  }

  #drain(): void {
    this.#scheduled = false;
    if (this.#dead || this.#closed) return;
    const batch = this.#queue.splice(0, BATCH);
    const effects: Effect[] = [];
    const answers: (() => void)[] = [];
    const events: LogEvent[] = [];
    const now = this.#options.clock.now();
    let stirred = false;
    const take = (decision: Decision): boolean => {
      for (const event of decision.events) {
        events.push(event);
        fold(this.#state, { seq: this.#state.seq + 1, at: now, event });
        stirred ||= STIRRING.has(event.type);
      }
      effects.push(...decision.effects);
      return decision.events.length > 0;
    };
    for (const { input, answered } of batch) {
      if (input.type === 'tracker-read') this.#trackerReads += 1;
      if (input.type === 'proposals-looked' || input.type === 'proposals-unseen') this.#looked = true;
      if (input.type === 'tick' || input.type === 'wake') stirred = true;
      const decision = decide(this.#setting(now, input), input);
      take(decision);
      if (answered) answers.push(() => answered(decision.answer));
    }
    if (stirred && this.#state.settings) {
      while (take(advance(this.#setting(now))));
      take(consider(this.#setting(now)));
    }
    if (events.length > 0 && !this.#commit(now, events)) {
      // Whoever asked must not wait for an answer that cannot come any more.
      for (const { answered } of [...batch, ...this.#queue.splice(0)]) answered?.(null);
      return;
    }
    for (const effect of effects) this.#performer.perform(effect);
    for (const answer of answers) answer();
    this.#rest(now);
  }

  /** The events are folded already; here they become durable. If they do not, nothing they asked for happens. */
  #commit(now: number, events: readonly LogEvent[]): boolean {
    try {
      for (const entry of this.#options.store.append(now, events)) this.#options.onEntry(entry);
    } catch (error) {
      this.#dead = true;
      this.#cancelTick();
      this.#cancelWake();
      this.#options.onFatal(sayFailure(failureOf(error)));
      return false;
    }
    this.#sinceSnapshot += events.length;
    const fewest = this.#options.snapshotEvery ?? SNAPSHOT_EVERY;
    if (this.#sinceSnapshot >= Math.max(fewest, ENTRIES_PER_ITEM * this.#state.items.size)) this.#snapshot();
    return true;
  }

  #append(events: readonly LogEvent[]): void {
    const now = this.#options.clock.now();
    for (const event of events) fold(this.#state, { seq: this.#state.seq + 1, at: now, event });
    this.#commit(now, events);
  }

  #snapshot(): void {
    this.#sinceSnapshot = 0;
    try {
      this.#options.store.saveSnapshot(takeSnapshot(this.#state));
    } catch (error) {
      // A snapshot only saves time at the next start; the log is the truth and complains for itself.
      this.#options.onWarning(`No snapshot could be saved: ${failureOf(error).message}`);
    }
  }

  /** More inputs: another pass soon. None: one timer for whatever is due next. */
  #rest(now: number): void {
    if (this.#queue.length > 0) {
      this.#scheduled = true;
      this.#options.clock.soon(() => this.#drain());
      return;
    }
    this.#cancelWake();
    const { settings } = this.#state;
    // Settings changed live (C21): a long wait that was set before must not outlast them.
    if (this.#tickEvery !== null && settings && settings.pollIntervalMs !== this.#tickEvery)
      this.#awaitTick();
    const wake = settings ? nextWake(this.#state, settings, now) : null;
    if (wake !== null) {
      const wait = Math.max(0, wake - now);
      this.#cancelWake = this.#options.clock.after(wait, () => this.post({ type: 'wake' }));
    }
    this.#options.onRest();
  }

  #setting(now: number, input?: Input): Setting {
    const { chance, names, only, evaluate } = this.#options;
    const settings = input?.type === 'settings-loaded' ? input.settings : this.#state.settings;
    return { state: this.#state, settings: settings as Settings, now, chance, names, only, evaluate };
  }
}

interface Delivery {
  readonly input: Input;
  readonly answered: ((answer: Decision['answer']) => void) | null;
}
