import { randomUUID } from 'node:crypto';
import type { ConductorState, Decision, Input } from '@symphony/conductor';
import {
  type AgentEvent,
  type AgentQuestion,
  type AgentStart,
  COMMENT_MARKER,
  PortError,
  readCommentCommand,
  type Settings,
  type ToolReport,
  type TrackedItem,
  type Tracker,
  tokensOf,
} from '@symphony/domain';
import type { HumanQuestion, MissionTools, RunContext, RunTools, RunTracker } from '../mcp/index.ts';
import { missionContext, missionDesk } from './mission-desk.ts';

/** What the host tools of a run act on. */
export interface RunDeskOptions {
  readonly tracker: Tracker;
  /** `answered` is called once the input is recorded, with the answer where there is one. */
  post(input: Input, answered?: (answer: Decision['answer']) => void): void;
  state(): ConductorState;
  settings(): Settings;
}

/**
 * The host's side of one run's tools: what the agent reports goes to the conductor, what it asks
 * goes to the inbox, what it wants of the tracker is done with the host's own credentials.
 */
export class RunDesk implements RunTools {
  readonly run: string;
  readonly tracker: RunTracker;
  readonly mission?: MissionTools;
  readonly #start: AgentStart;
  readonly #options: RunDeskOptions;
  /** Of the tracker the tools are for. */
  readonly #states: readonly string[];
  readonly #hear: (event: AgentEvent) => void;
  readonly #waiting = new Map<string, (answer: string) => void>();

  constructor(start: AgentStart, options: RunDeskOptions, hear: (event: AgentEvent) => void) {
    this.run = start.run;
    this.#start = start;
    this.#options = options;
    this.#hear = hear;
    this.tracker = this.#trackerOf(options.tracker);
    const { activeStates, terminalStates } = options.settings().tracker;
    this.#states = [...new Set([...activeStates, ...terminalStates])];
    const mission = missionDesk(options.state(), start.item.id, (report) => this.#report(report));
    if (mission) this.mission = mission;
  }

  /** Whether the answer was for a question that was asked here. */
  answer(question: string, text: string): boolean {
    const give = this.#waiting.get(question);
    this.#waiting.delete(question);
    give?.(text);
    return give !== undefined || question.startsWith(ASKED);
  }

  async reportProgress(progress: { text: string; percent: number | null }): Promise<void> {
    await this.#report({ kind: 'progress', ...progress });
  }

  askHuman(asked: HumanQuestion, signal: AbortSignal): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const question = questionOf(asked);
    this.#waiting.set(question.id, resolve);
    signal.addEventListener('abort', () => {
      if (!this.#waiting.delete(question.id)) return;
      this.#hear({ type: 'withdrawn', id: question.id });
      reject(new PortError({ code: 'unavailable', message: 'Nobody waits for the answer any more.' }));
    });
    this.#hear({ type: 'question', question });
    return promise;
  }

  async recordDeviation(deviation: Extract<ToolReport, { kind: 'deviation' }>['deviation']): Promise<void> {
    await this.#report({ kind: 'deviation', deviation });
  }

  async shareDiscovery(discovery: Extract<ToolReport, { kind: 'discovery' }>['discovery']): Promise<void> {
    await this.#report({ kind: 'discovery', discovery });
  }

  async getContext(): Promise<RunContext> {
    const { item, cwd, attempt } = this.#start;
    const state = this.#options.state();
    const { budget, verify } = this.#options.settings();
    const known = state.items.get(item.id);
    const left = (cap: number | null, spent: number): number | null =>
      cap === null ? null : Math.max(0, cap - spent);
    return {
      item: known?.tracked ?? item,
      chamber: cwd,
      branch: known?.chamber?.branch ?? '',
      attempt,
      budgetLeft: {
        usd: left(budget.maxCostPerItem, known?.spend.usd ?? 0),
        tokens: left(budget.maxTokensPerItem, known ? tokensOf(known.spend) : 0),
      },
      verify,
      states: this.#states,
      discoveries: state.discoveries
        .filter((each) => each.item !== item.id)
        .slice(-DISCOVERIES_TOLD)
        .map(({ item: from, at, discovery }) => ({
          ...discovery,
          at,
          from: state.items.get(from)?.tracked.identifier ?? from,
        })),
      mission: missionContext(state, item.id),
    };
  }

  /** Resolves when it is recorded: an agent is not told that it was before it is. */
  #report(report: ToolReport): Promise<Decision['answer']> {
    const { item, run } = this.#start;
    return new Promise((resolve) =>
      this.#options.post({ type: 'tool-called', item: item.id, run, report }, resolve),
    );
  }

  #trackerOf(tracker: Tracker): RunTracker {
    const { id } = this.#start.item;
    /** What was done on the tracker is done: nobody waits for its record. */
    const done = (act: 'comment' | 'move' | 'create', text: string): void =>
      void this.#report({ kind: 'tracker', act, text });
    return {
      read: (asked) => readItem(tracker, asked ?? id, this.#options.state()),
      ...(tracker.comment && {
        comment: async (text: string) => {
          // It would stand there in the name of whoever the key belongs to.
          if (readCommentCommand(text.replaceAll(COMMENT_MARKER, '')).kind !== 'none')
            throw new PortError({
              code: 'refused',
              message: 'A comment of an agent must not hold a command for Symphony.',
              nextStep: 'Write it without a line that begins with `/symphony`.',
            });
          await tracker.comment?.(id, `${this.run}-${randomUUID()}`, text);
          done('comment', text);
        },
      }),
      ...(tracker.moveTo && {
        move: async (state: string) => {
          await tracker.moveTo?.(id, state);
          done('move', state);
        },
      }),
      ...(tracker.create && {
        create: async (work) => {
          const made = `${id}-${randomUUID().slice(0, 8)}`;
          // Work that agents make for agents costs a person's money: a person lets it be played.
          await tracker.create?.({ id: made, ...work, dispatchable: false, fields: {} });
          done('create', work.title);
          return made;
        },
      }),
    };
  }
}

const ASKED = 'ask-';

/** An agent reads all of them each time it asks. */
const DISCOVERIES_TOLD = 20;

const questionOf = ({ question, choices, default: own }: HumanQuestion): AgentQuestion => ({
  id: `${ASKED}${randomUUID().slice(0, 8)}`,
  text: question,
  choices,
  defaultAnswer: own,
  // How long is waited is the conductor's to say.
  defaultAfterMs: null,
});

/** By id, or by the identifier people use. */
async function readItem(tracker: Tracker, asked: string, state: ConductorState): Promise<TrackedItem> {
  const named = [...state.items.values()].find(
    ({ tracked }) => tracked.identifier.toLowerCase() === asked.toLowerCase(),
  );
  const [found] = await tracker.fetchByIds([named?.tracked.id ?? asked]);
  if (found) return found;
  throw new PortError({ code: 'missing', message: `The tracker has no item ${asked}.` });
}
