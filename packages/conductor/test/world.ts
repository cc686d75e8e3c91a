import type {
  Advice,
  AdviceKind,
  AgentEvent,
  Entry,
  Inspection,
  ItemId,
  LogEvent,
  Mark,
  RunId,
  Settings,
  TrackedItem,
} from '@symphony/domain';
import { evidenceOf } from '@symphony/domain';
import { evaluateName, seeded, trackedItem } from '@symphony/testkit';
import {
  advance,
  type Command,
  type ConductorState,
  consider,
  decide,
  type Effect,
  effectKey,
  emptyState,
  fold,
  type Input,
} from '../src/index.ts';

/**
 * A world that answers effects by chance and can lose everything but the log at any moment. It
 * drives the real decisions and the real fold; only time, chance and the outside are made up.
 */
export class World {
  readonly log: Entry[] = [];
  state: ConductorState = emptyState();
  now = 1_000_000;
  pending: Effect[] = [];
  readonly agents = new Map<RunId, ItemId>();
  readonly tracker: Map<ItemId, TrackedItem>;
  readonly head = new Map<ItemId, number>();
  readonly merges: { item: ItemId; at: number }[] = [];
  /** Operators that were run, each as `run/node`. */
  readonly operated: string[] = [];
  /** How often each branch has moved. */
  readonly heads = new Map<string, number>();
  /** Marks an agent leaves with its next commit, and those that stand on a branch. */
  readonly marks = new Map<ItemId, Mark[]>();
  readonly merged = new Map<string, Mark[]>();
  /** What advising players answer. */
  advise: (part: ItemId, kind: AdviceKind) => Advice | null = () => null;
  readonly chance: () => number;
  readonly settings: Settings;
  #names = 0;

  constructor(items: readonly TrackedItem[], settings: Settings, seed: number) {
    this.tracker = new Map(items.map((item) => [item.id, item]));
    this.settings = settings;
    this.chance = seeded(seed);
    this.#begin();
  }

  #begin(): void {
    this.say({ type: 'started', instance: 'world', version: '0', pid: 1 });
    this.say({ type: 'settings-loaded', settings: this.settings });
    this.say({ type: 'survivors-cleared', ended: this.agents.size });
    this.say({ type: 'tick' });
  }

  /** kill -9 and a restart: agents, effects under way and memory are gone, the log is not. */
  crash(): void {
    this.agents.clear();
    this.pending = [];
    this.state = emptyState();
    for (const entry of this.log) fold(this.state, entry);
    this.#begin();
  }

  say(input: Input): void {
    const setting = () => ({
      state: this.state,
      settings: input.type === 'settings-loaded' ? input.settings : (this.state.settings ?? this.settings),
      now: this.now,
      chance: this.chance,
      names: (prefix: string) => `${prefix}-${++this.#names}`,
      only: null,
      evaluate: evaluateName,
    });
    const first = decide(setting(), input);
    this.#take(first.events, first.effects);
    for (let step = advance(setting()); step.events.length > 0; step = advance(setting()))
      this.#take(step.events, step.effects);
    const then = consider(setting());
    this.#take(then.events, then.effects);
  }

  command(command: Command): void {
    this.say({ type: 'commanded', command });
  }

  #take(events: readonly LogEvent[], effects: readonly Effect[]): void {
    for (const event of events) {
      const entry = { seq: this.log.length + 1, at: this.now, event };
      this.log.push(entry);
      fold(this.state, entry);
    }
    this.pending.push(...effects);
  }

  chooses<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.chance() * list.length)];
  }

  inspection(item: ItemId): Inspection {
    const commits = this.head.get(item) ?? 0;
    return {
      head: `${item}@${commits}`,
      tree: `tree ${item}@${commits}`,
      commits,
      dirty: [],
      fingerprint: `${item}@${commits}`,
    };
  }

  /** Takes an effect by chance, never overtaking one of the same key: the runner keeps that order too. */
  takeOne(): Effect | undefined {
    const chosen = this.chooses(this.pending);
    if (!chosen) return undefined;
    const at = this.pending.findIndex((effect) => effectKey(effect) === effectKey(chosen));
    return this.pending.splice(at, 1)[0];
  }

  /** Answers one effect. `trouble` in [0, 1] is how often things go wrong. */
  answer(effect: Effect, trouble: number): void {
    const bad = this.chance() < trouble;
    const failure = { code: 'unavailable', message: 'no luck' } as const;
    switch (effect.type) {
      case 'read-tracker': {
        const begunAt = this.now - 1;
        if (bad) return this.say({ type: 'tracker-unreadable', failure });
        const items = [...this.tracker.values()];
        return this.say({ type: 'tracker-read', begunAt, items, problems: [], missing: [] });
      }
      case 'refresh-item': {
        const { item, run } = effect;
        if (bad) return this.say({ type: 'refresh-failed', item, run, failure });
        return this.say({ type: 'item-refreshed', item, run, tracked: this.tracker.get(item) ?? null });
      }
      case 'move-on-tracker': {
        const { item, state } = effect;
        if (bad) return this.say({ type: 'tracker-move-refused', item, state, failure, final: false });
        const tracked = this.tracker.get(item);
        if (tracked) this.tracker.set(item, { ...tracked, state });
        return this.say({ type: 'tracker-move-done', item, state });
      }
      case 'weigh-comment':
        return bad
          ? undefined
          : this.say({ type: 'comment-weighed', comment: effect.comment, allowed: true });
      case 'answer-comment':
        return bad
          ? undefined
          : this.say({ type: 'comment-told', comment: effect.comment, ok: true, message: '' });
      case 'prepare-chamber': {
        const { item, run } = effect;
        if (bad) return this.say({ type: 'chamber-failed', item, run, failure });
        const chamber = { key: item, path: item, branch: item, baseCommit: '0', ports: [], env: {} };
        return this.say({ type: 'chamber-ready', item, run, chamber, inspection: this.inspection(item) });
      }
      case 'play-turn':
        if (bad) return this.say({ type: 'run-broke', item: effect.item, run: effect.run, failure });
        if (!this.agents.has(effect.run)) {
          this.agents.set(effect.run, effect.item);
          const process = { pid: 7, startedAt: effect.run };
          this.hear(effect.item, effect.run, { type: 'started', sessionId: effect.run, process });
        } else this.hear(effect.item, effect.run, { type: 'message', text: 'on it' });
        return;
      case 'open-takeover':
        return this.say({ type: 'takeover-over', item: effect.item, run: effect.run, message: 'left' });
      case 'stop-agent':
        this.agents.delete(effect.run);
        return this.say({ type: 'agent-stopped', item: effect.item, run: effect.run });
      case 'inspect-chamber':
        return this.say({
          type: 'chamber-inspected',
          item: effect.item,
          run: effect.run,
          inspection: this.inspection(effect.item),
          tracked: undefined,
        });
      case 'prove': {
        const { item, run, tree, commit } = effect;
        if (bad && this.chance() < 0.5) return this.say({ type: 'not-proved', item, run, failure });
        const result = {
          command: 'check',
          exitCode: bad ? 1 : 0,
          timedOut: false,
          durationMs: 1,
          outputTail: '',
        };
        return this.say({ type: 'proved', item, run, evidence: evidenceOf(tree, commit, [result]) });
      }
      case 'make-item':
        // Made once, however often it is asked for: a move on the tracker stays.
        if (!this.tracker.has(effect.id))
          this.tracker.set(
            effect.id,
            trackedItem(effect.id, { title: effect.work.title, fields: effect.dry ? { dry: true } : {} }),
          );
        return this.say({ type: 'tick' });
      case 'run-node': {
        const { run, node, attempt, what } = effect;
        this.operated.push(`${run}/${node}`);
        if (bad) return this.say({ type: 'node-broke', run, node, attempt, failure });
        const value = what.kind === 'operator' ? (what.config?.value ?? null) : null;
        return this.say({ type: 'node-answered', run, node, attempt, outputs: { value, ok: true } });
      }
      case 'stop-node':
        return;
      case 'propose':
        if (bad) return this.say({ type: 'not-proposed', item: effect.item, failure });
        return this.say({
          type: 'proposed',
          item: effect.item,
          head: effect.proposal.head,
          ref: effect.item,
        });
      case 'assemble-train': {
        const { attempt, entries } = effect;
        const base = this.at(effect.target);
        if (bad && this.chance() < 0.3) return this.say({ type: 'train-broke', attempt, failure });
        const unlucky = bad ? this.chooses(entries) : undefined;
        if (unlucky && this.chance() < 0.5) {
          return this.say({
            type: 'train-assembled',
            attempt,
            assembly: { kind: 'conflict', base, item: unlucky.item, files: [], report: 'both' },
          });
        }
        const result = {
          command: 'check',
          exitCode: unlucky ? 1 : 0,
          timedOut: false,
          durationMs: 1,
          outputTail: '',
        };
        const evidence = evidenceOf(`t${attempt}`, attempt, [result]);
        return this.say({
          type: 'train-assembled',
          attempt,
          assembly: { kind: 'assembled', base, commit: attempt, evidence, alreadyMerged: [] },
        });
      }
      case 'land-train': {
        const { attempt, expected } = effect;
        // The host is asked again after a crash: what has landed stays landed, and only once.
        const items = this.state.train.current?.id === attempt ? this.state.train.current.items : [];
        if (this.#landed.has(effect.commit))
          return this.say({ type: 'train-landing', attempt, landing: { kind: 'landed' } });
        if (bad && this.chance() < 0.5)
          return this.say({
            type: 'train-landing',
            attempt,
            landing: { kind: 'held', reason: 'in the way' },
          });
        if (bad || expected !== this.at(effect.target))
          return this.say({
            type: 'train-landing',
            attempt,
            landing: { kind: 'moved', now: this.at(effect.target) },
          });
        this.#landed.add(effect.commit);
        this.heads.set(effect.target, (this.heads.get(effect.target) ?? 0) + 1);
        for (const item of items) {
          this.merges.push({ item, at: this.now });
          this.#mergeMarks(effect.target, item);
        }
        // Half of the time the answer is lost in a crash right after the target moved.
        if (this.chance() < trouble) return this.crash();
        return this.say({ type: 'train-landing', attempt, landing: { kind: 'landed' } });
      }
      case 'remove-chamber':
        return this.say({
          type: 'chamber-removal',
          item: effect.item,
          key: effect.chamber.key,
          removal: bad ? { kind: 'kept', reason: 'no luck' } : { kind: 'removed', bundle: null },
        });
      case 'begin-mission':
        if (bad) return this.say({ type: 'mission-broke', mission: effect.mission, failure });
        return this.say({
          type: 'mission-begun',
          mission: effect.mission,
          branch: effect.branch,
          base: `${effect.branch}@0`,
          lessons: [],
        });
      case 'make-part': {
        const { item, title, player } = effect.part;
        if (!this.tracker.has(item))
          this.tracker.set(item, trackedItem(item, { title, fields: player === null ? {} : { player } }));
        return this.say({ type: 'tick' });
      }
      case 'review-mission': {
        const { mission, offers } = effect;
        const marks = offers.flatMap(({ item }) =>
          (this.marks.get(item) ?? []).map((mark) => ({ item, mark })),
        );
        return this.say({ type: 'mission-reviewed', mission, marks, conflicts: [] });
      }
      case 'survey-marks': {
        const { mission, branch } = effect;
        return this.say({
          type: 'marks-surveyed',
          mission,
          commit: this.at(branch),
          marks: this.merged.get(branch) ?? [],
        });
      }
      case 'prove-mission': {
        const { mission, branch } = effect;
        const result = {
          command: 'true',
          exitCode: bad ? 1 : 0,
          timedOut: false,
          durationMs: 1,
          outputTail: '',
        };
        return this.say({
          type: 'mission-proved',
          mission,
          evidence: evidenceOf('tree', this.at(branch), [result]),
        });
      }
      case 'offer-mission':
        return this.say({ type: 'mission-ready', mission: effect.mission, commit: this.at(effect.branch) });
      case 'take-advice': {
        const advice = this.advise(effect.item, effect.kind);
        if (!advice) return this.say({ type: 'advice-lost', item: effect.item, failure });
        return this.say({ type: 'advice-taken', item: effect.item, advice });
      }
      default:
        return;
    }
  }

  /** Where a branch is. */
  at(branch: string): string {
    return `${branch}@${this.heads.get(branch) ?? 0}`;
  }

  /** Merged work brings its marks; a purge takes those away that stand there. */
  #mergeMarks(branch: string, item: ItemId): void {
    const kind = this.state.missionParts.get(item)?.part.kind;
    const standing = kind === 'purge' ? [] : (this.merged.get(branch) ?? []);
    this.merged.set(branch, [...standing, ...(this.marks.get(item) ?? [])]);
  }

  readonly #landed = new Set<string>();

  hear(item: ItemId, run: RunId, event: AgentEvent): void {
    this.say({ type: 'agent-heard', item, run, event });
  }

  /** One thing a living agent does. */
  act(run: RunId, item: ItemId, trouble: number): void {
    const current = this.state.items.get(item)?.run;
    if (current?.id !== run || current.phase !== 'turn') return;
    if (this.chance() < trouble) {
      const mishap = this.chooses<AgentEvent>([
        { type: 'turn-ended', status: 'failed', message: 'it failed' },
        { type: 'exited', code: 1, signal: null, message: '' },
        { type: 'limited', until: this.now + 5_000, message: 'limit' },
        {
          type: 'question',
          question: {
            id: `q${this.#names++}`,
            text: '?',
            choices: [],
            defaultAnswer: 'yes',
            defaultAfterMs: 1_000,
          },
        },
        { type: 'message', text: 'hm' },
        { type: 'turn-ended', status: 'failed', message: 'no key', fault: 'auth' },
        {
          type: 'permission',
          request: { id: `p${this.#names++}`, tool: 'Bash', summary: 'make', command: 'make', paths: [] },
        },
      ]) as AgentEvent;
      if (mishap.type === 'exited') this.agents.delete(run);
      return this.hear(item, run, mishap);
    }
    this.head.set(item, (this.head.get(item) ?? 0) + 1);
    this.hear(item, run, { type: 'usage', usage: { inputTokens: 10, outputTokens: 10, usd: 0.01 } });
    this.hear(item, run, { type: 'turn-ended', status: 'completed', message: 'done' });
  }
}
