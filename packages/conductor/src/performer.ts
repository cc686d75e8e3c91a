import { failureOf } from '@symphony/domain';
import type { Effect } from './effect.ts';
import type { Input } from './input.ts';
import { Agents } from './perform/agents.ts';
import { inspectChamber, prepareChamber, prove, removeChamber } from './perform/chamber.ts';
import {
  assembleTrain,
  landTrain,
  lookAtProposals,
  mergeProposal,
  propose,
  withdraw,
} from './perform/code-host.ts';
import { answerComment, readComments, weighComment } from './perform/comments.ts';
import { makeItem, nodeKey, runNode } from './perform/melody.ts';
import {
  makePart,
  offerMission,
  openMission,
  proveMission,
  reviewMission,
  surveyMarks,
  takeAdvice,
} from './perform/mission.ts';
import type { EffectOf, Ports, Stage } from './perform/ports.ts';
import { commentOnTracker, moveOnTracker, readTracker, refreshItem } from './perform/tracker.ts';

/**
 * Deeds that are asked for with every tick until they are confirmed. A slow host must not find a line of them: one
 * that comes long after it was wanted could do again what a person has undone meanwhile.
 */
const ASKED_AGAIN: ReadonlySet<Effect['type']> = new Set<Effect['type']>([
  'propose',
  'withdraw',
  'merge-proposal',
  'move-on-tracker',
  'comment-on-tracker',
]);

/**
 * Performs effects and turns every result into an input. Effects of one key run one after another,
 * in the order they were decided; different keys run side by side. Nothing is decided here.
 */
export class Performer {
  readonly #stage: Stage;
  readonly #agents: Agents;
  readonly #warn: (message: string) => void;
  readonly #tails = new Map<string, Promise<void>>();
  /** The last effect of each key that is under way, if it is one that is asked for again and again. */
  readonly #lastDeeds = new Map<string, string>();
  /** The last complaint of each kind and key: what is tried again with every tick complains once. */
  readonly #complaints = new Map<string, string>();
  /** The look that follows the one that is under way. */
  #later: EffectOf<'look-at-proposals'> | null = null;
  #closing = false;

  constructor(ports: Ports, post: (input: Input) => void, warn: (message: string) => void) {
    this.#stage = { ports, post, isClosing: () => this.#closing };
    this.#agents = new Agents(this.#stage);
    this.#warn = warn;
  }

  perform(effect: Effect): void {
    const key = effectKey(effect);
    if (effect.type === 'look-at-proposals' && this.#tails.has(key)) return this.#lookLater(effect);
    const deed = ASKED_AGAIN.has(effect.type) ? JSON.stringify(effect) : '';
    if (deed !== '' && this.#lastDeeds.get(key) === deed) return;
    this.#lastDeeds.set(key, deed);
    const before = this.#tails.get(key) ?? Promise.resolve();
    const tail = before
      .then(() => (this.#closing ? undefined : this.#run(effect)))
      // What may fail without changing anything (an agent that is gone already) is said, never thrown.
      .then(
        () => void this.#complaints.delete(`${effect.type} ${key}`),
        (error: unknown) =>
          this.#complain(`${effect.type} ${key}`, `${effect.type}: ${failureOf(error).message}`),
      )
      .then(() => {
        if (this.#tails.get(key) === tail) {
          this.#tails.delete(key);
          this.#lastDeeds.delete(key);
        }
        if (effect.type === 'look-at-proposals') this.#lookAgain();
      });
    this.#tails.set(key, tail);
  }

  /** A slow code host must not be asked by every tick meanwhile; however many hints come, they cost one more look. */
  #lookLater({ type, offers, again }: EffectOf<'look-at-proposals'>): void {
    if (!again) return;
    const all = new Map([...(this.#later?.offers ?? []), ...offers].map((offer) => [offer.item, offer]));
    this.#later = { type, offers: [...all.values()], again };
  }

  #lookAgain(): void {
    const later = this.#later;
    this.#later = null;
    if (later) this.perform(later);
  }

  /** Starts nothing more and ends every agent. Resolves when they are gone. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    await this.#agents.stopAll(graceMs);
  }

  /** Resolves when no effect is under way any more. */
  async settled(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }

  #complain(key: string, message: string): void {
    if (this.#complaints.get(key) !== message) this.#warn(message);
    this.#complaints.set(key, message);
  }

  #run(effect: Effect): Promise<void> {
    const stage = this.#stage;
    switch (effect.type) {
      case 'read-tracker':
        return readTracker(stage, effect);
      case 'refresh-item':
        return refreshItem(stage, effect);
      case 'move-on-tracker':
        return moveOnTracker(stage, effect);
      case 'read-comments':
        return readComments(stage, effect);
      case 'weigh-comment':
        return weighComment(stage, effect);
      case 'answer-comment':
        return answerComment(stage, effect);
      case 'comment-on-tracker':
        return commentOnTracker(stage, effect);
      case 'prepare-chamber':
        return prepareChamber(stage, effect);
      case 'inspect-chamber':
        return inspectChamber(stage, effect);
      case 'remove-chamber':
        return removeChamber(stage, effect);
      case 'prove':
        return prove(stage, effect);
      case 'play-turn':
        return this.#agents.playTurn(effect);
      case 'open-takeover':
        return this.#agents.takeOver(effect);
      case 'answer-agent':
        return this.#agents.answer(effect);
      case 'suspend-agent':
        return this.#agents.suspend(effect);
      case 'stop-agent':
        return this.#stopAgent(effect);
      case 'propose':
        return propose(stage, effect);
      case 'withdraw':
        return withdraw(stage, effect);
      case 'look-at-proposals':
        return lookAtProposals(stage, effect);
      case 'merge-proposal':
        return mergeProposal(stage, effect);
      case 'assemble-train':
        return assembleTrain(stage, effect);
      case 'land-train':
        return landTrain(stage, effect);
      case 'begin-mission':
        return openMission(stage, effect);
      case 'make-part':
        return makePart(stage, effect);
      case 'review-mission':
        return reviewMission(stage, effect);
      case 'survey-marks':
        return surveyMarks(stage, effect);
      case 'prove-mission':
        return proveMission(stage, effect);
      case 'offer-mission':
        return offerMission(stage, effect);
      case 'take-advice':
        return takeAdvice(stage, effect);
      case 'make-item':
        return makeItem(stage, effect);
      case 'run-node':
        return runNode(stage, effect);
      case 'stop-node':
        return stage.ports.operators.stop(nodeKey(effect));
    }
  }

  /** The end of a run is told only when nothing of it touches the chamber any more. */
  async #stopAgent(effect: EffectOf<'stop-agent'>): Promise<void> {
    const { item, run, chamber } = effect;
    await this.#agents.stop(effect);
    await this.#tails.get(`item ${item}`);
    if (chamber) await this.#stage.ports.chambers.runHook(chamber, 'after_run');
    this.#stage.post({ type: 'agent-stopped', item, run });
  }
}

/** Agent control overtakes nothing of its own run; tracker writes of one item stay in order; the train is one line. */
export function effectKey(effect: Effect): string {
  switch (effect.type) {
    case 'read-tracker':
    case 'read-comments': // after it: what is written below an item nobody knows yet could not be heard
      return 'tracker';
    case 'refresh-item':
    case 'move-on-tracker':
    case 'weigh-comment':
    case 'answer-comment':
    case 'comment-on-tracker':
      return `tracker ${effect.item}`;
    case 'look-at-proposals':
      return 'proposals';
    case 'assemble-train':
    case 'land-train':
      return 'train';
    case 'answer-agent':
    case 'suspend-agent':
    case 'play-turn':
    case 'stop-agent':
      return `run ${effect.run}`;
    case 'make-item':
      return `tracker ${effect.id}`;
    case 'make-part':
      return `tracker ${effect.part.item}`;
    case 'begin-mission':
    case 'review-mission':
    case 'survey-marks':
    case 'offer-mission':
      return `mission ${effect.mission}`;
    case 'prove-mission':
      return 'train'; // it needs the same scratch worktree
    case 'run-node':
      return `node ${nodeKey(effect)}`;
    case 'stop-node':
      return `stop ${nodeKey(effect)}`;
    default:
      return `item ${effect.item}`;
  }
}
