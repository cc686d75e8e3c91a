import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Casting, cast, type Opening } from '@symphony/adapters/agent/runtime';
import { ambient } from '@symphony/adapters/ambient';
import { openRuntimeStore, type RuntimeStore } from '@symphony/adapters/journal/sqlite';
import { type ModelFailure, openModels } from '@symphony/adapters/model';
import { chamberTools, type McpTools, mcpTools } from '@symphony/adapters/tool';
import { failureOf, type ToolServer, type TurnFault } from '@symphony/domain';
import { SymphonyRuntime, ToolRegistry } from '@symphony/runtime';
import { Ledger } from './ledger.ts';
import type { PlayerLine, Turn } from './line.ts';
import { readMemory, type TurnMemory } from './memory.ts';
import { Narrator } from './narrator.ts';
import { permitThrough } from './permission.ts';
import { SYSTEM_PROMPT } from './prompt.ts';
import { endingOf } from './turn.ts';

/** The conductor ends a turn that takes too long, not the player. setTimeout takes no more than this. */
const NO_LIMIT_MS = 2_000_000_000;
const MOST_OUTPUT_TOKENS = 16_000;

/** Why it cannot play. */
export interface Refusal {
  readonly problem: string;
  readonly fault: TurnFault;
}

/** One session of the built-in player: its runtime, and what it has been told and done. */
export class PlayerSession {
  readonly name: string;
  readonly #line: PlayerLine;
  readonly #opening: Opening;
  readonly #casting: Extract<Casting, { ok: true }>;
  readonly #store: RuntimeStore;
  readonly #host: McpTools;
  readonly #ledger: Ledger;
  readonly #narrator: Narrator;
  readonly #runtime: SymphonyRuntime;
  readonly #clock = ambient().clock;
  #failure: ModelFailure | null = null;
  #turns = 0;

  /** Throws PortError when its journal cannot be opened. */
  static async open(line: PlayerLine, opening: Opening): Promise<PlayerSession | Refusal> {
    const casting = cast(opening, opening.keys);
    if (!casting.ok)
      return { problem: `It has no model to ask: ${casting.problem}. ${casting.fix}`, fault: 'auth' };
    const host = await openHostTools(opening.tools);
    if ('problem' in host) return host;
    return new PlayerSession(line, opening, casting, host);
  }

  private constructor(
    line: PlayerLine,
    opening: Opening,
    casting: Extract<Casting, { ok: true }>,
    host: McpTools,
  ) {
    this.#line = line;
    this.#opening = opening;
    this.#casting = casting;
    this.#host = host;
    const { name, store } = openJournal(opening);
    this.name = name;
    this.#store = store;
    this.#ledger = Ledger.open(store.journal, opening.resume === null ? null : opening.spent);
    this.#narrator = new Narrator(
      (said) => line.tell(said),
      this.#ledger,
      () => this.#clock.now(),
    );
    this.#runtime = this.#compose();
  }

  get model(): string {
    return this.#casting.model;
  }

  /** The total may have been written down and never told. */
  greet(): void {
    const { resume } = this.#opening;
    if (resume !== null && resume !== this.name)
      this.#line.tell({ type: 'message', text: `The session ${resume} is not known here: I begin anew.` });
    if (!this.#ledger.empty) this.#line.tell({ type: 'usage', usage: this.#ledger.read() });
  }

  async play({ prompt, signal }: Turn): Promise<void> {
    const { history, turns } = readMemory(this.#store.journal);
    const { id, before } = this.#turnId(turns);
    if (before?.ended?.completed) {
      this.#line.tell({ type: 'turn-ended', status: 'completed', message: before.ended.answer });
      return;
    }
    this.#failure = null;
    const result = await this.#runtime.execute(
      before
        ? `You were interrupted in the middle of this. See what is done already, then go on:\n\n${prompt}`
        : prompt,
      this.#profile(),
      { signal, session: id, history, onEvent: (event) => this.#hear(event) },
    );
    if (result.conversation.state === 'completed' && !signal.aborted) this.#narrator.flush();
    else this.#narrator.drop();
    if (this.#line.closed) return;
    const turn = { interrupted: signal.aborted, failure: this.#failure, now: this.#clock.now() };
    for (const line of endingOf(result, turn)) this.#line.tell(line);
  }

  async close(): Promise<void> {
    await this.#runtime.close();
    this.#store.close();
    await this.#host.close();
  }

  #hear(event: Parameters<Narrator['hear']>[0]): void {
    // It answered in the end: what failed before is no reason for anything.
    if (event.type === 'model-called' && !event.failed) this.#failure = null;
    this.#narrator.hear(event);
  }

  /** A turn that is asked for again after a restart is found by its number. */
  #turnId(turns: ReadonlyMap<string, TurnMemory>): { id: string; before: TurnMemory | null } {
    this.#turns += 1;
    const { run, turn } = this.#opening;
    const plain = turn === null ? `${this.name}.${turns.size + 1}` : `${run}.${turn + this.#turns - 1}`;
    const same = [...turns.keys()].filter((each) => each === plain || each.startsWith(`${plain}+`));
    const last = same.at(-1);
    if (last === undefined) return { id: plain, before: null };
    const before = turns.get(last) ?? null;
    return { id: `${plain}+${same.length}`, before };
  }

  #profile() {
    const { contextTokens = Number.POSITIVE_INFINITY } = this.#casting.models.default?.[0] ?? {};
    const maxOutputTokens = Math.min(MOST_OUTPUT_TOKENS, Math.floor(contextTokens / 4));
    return { name: 'symphony', systemPrompt: SYSTEM_PROMPT, maxOutputTokens };
  }

  #compose(): SymphonyRuntime {
    const { clock, chance, names } = ambient();
    const models = openModels(this.#casting.models, {
      clock,
      chance,
      failed: (failure, waitMs) => {
        this.#failure = failure;
        if (waitMs !== null) this.#line.tell({ type: 'retrying', reason: failure.message });
      },
    });
    const mine = new Set(this.#host.tools.map(({ name }) => name));
    const tools = new ToolRegistry(clock, permitThrough(this.#line, mine));
    const { instance, run } = this.#opening;
    const env = Object.fromEntries(
      Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
    for (const tool of chamberTools({ root: process.cwd(), env, marker: { instance, role: 'agent', run } }))
      tools.add(tool);
    for (const tool of this.#host.tools) tools.add(tool);
    return new SymphonyRuntime(
      { tools, models, clock, chance, names, journal: this.#store.journal },
      {
        enhancedRuntime: false,
        conversationMode: true,
        reflectionEnabled: false,
        maxStepsPerPlan: this.#casting.maxSteps,
        timeoutMs: NO_LIMIT_MS,
      },
    );
  }
}

/** A person may be asked through a tool, and takes their time. */
const A_DAY_MS = 24 * 3_600_000;

/** The tools of whoever started the run. It was told that they are there, so it does not play without them. */
async function openHostTools(server: Opening['tools']): Promise<McpTools | Refusal> {
  const servers = server ? [hostServer(server)] : [];
  const host = await mcpTools(servers);
  const [problem] = host.problems;
  if (!problem) return host;
  await host.close();
  return { problem: `Its host tools are missing: ${problem.sentence}`, fault: 'agent' };
}

const hostServer = ({ name, url, token }: ToolServer) => ({
  name,
  url,
  headers: { Authorization: `Bearer ${token}` },
  timeoutMs: A_DAY_MS,
});

/** Goes on with the journal that is asked for, where it is there; else with one of this very run. */
function openJournal({ sessions, resume, fresh }: Opening): { name: string; store: RuntimeStore } {
  const fileOf = (name: string): string => join(sessions, `${name}.db`);
  // The name comes from a log; it must not lead elsewhere.
  const known = resume !== null && /^[\w-]+$/.test(resume) && existsSync(fileOf(resume));
  const name = known ? resume : fresh;
  return { name, store: openRuntimeStore(fileOf(name)) };
}

export const problemOf = (error: unknown): string => failureOf(error).message;
