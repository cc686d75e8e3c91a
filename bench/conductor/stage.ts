import { createHash } from 'node:crypto';
import { MemorySurvey } from '@symphony/adapters/survey/memory';
import type {
  AgentEvent,
  AgentPort,
  Assembly,
  Chamber,
  ChamberPort,
  Clock,
  CodeHost,
  Inspection,
  ItemId,
  Prover,
  Tracker,
} from '@symphony/domain';
import { evidenceOf } from '@symphony/domain';
import type { Ports } from '../../packages/conductor/src/index.ts';
import { settingsFor } from './material.ts';

/**
 * The outside world of a measured conductor: it answers at once and in constant time, so that what
 * is measured is the conductor and its log. (The memory code host and chambers of the adapters keep
 * whole histories for tests to ask about; at ten thousand items that costs more than the conductor.)
 */
export interface Stage {
  readonly tracker: Tracker;
  readonly clock: Clock;
  /** What an agent says in its turn besides its beginning and end. */
  readonly reports: number;
  /** The conductor asked for the item's chamber. */
  readonly onPrepare: (item: ItemId) => void;
  /** The item's checks passed: the next thing decided frees its slot. */
  readonly onProved: () => void;
}

export function portsFor(stage: Stage): Ports {
  const rooms = new Rooms(stage.onPrepare);
  const player = settingsFor(1).players.first;
  const agent = talker(rooms, stage.reports);
  const prover: Prover = {
    async prove({ tree, commit, commands }) {
      const results = commands.map((command) => ({
        command,
        exitCode: 0,
        timedOut: false,
        durationMs: 1_234,
        outputTail: 'Tests  212 passed (212)\n',
      }));
      stage.onProved();
      return evidenceOf(tree, commit, results);
    },
  };
  return {
    tracker: stage.tracker,
    chambers: rooms,
    prover,
    codeHost: new OpenHost(),
    prompts: { render: async ({ item }) => item.title },
    operators: { names: () => [], run: async () => ({}), stop: async () => undefined },
    survey: new MemorySurvey(),
    advice: { read: async () => ({ ok: false, problems: ['nobody advises here'] }) },
    lessons: async () => [],
    clock: stage.clock,
    agent: () => agent,
    player: () => player,
    environment: () => ({}),
  };
}

class Rooms implements ChamberPort {
  readonly #committed = new Set<string>();
  readonly #onPrepare: (item: ItemId) => void;

  constructor(onPrepare: (item: ItemId) => void) {
    this.#onPrepare = onPrepare;
  }

  async prepare({ item, identifier }: { readonly item: ItemId; readonly identifier: string }) {
    this.#onPrepare(item);
    const chamber: Chamber = {
      key: identifier,
      path: `/repository/.symphony/chambers/${identifier}`,
      branch: `symphony/${identifier}`,
      baseCommit: hashOf('main'),
      ports: [],
      env: {},
    };
    return chamber;
  }

  commitIn(path: string): void {
    this.#committed.add(path);
  }

  async inspect({ path }: Chamber): Promise<Inspection> {
    const commits = this.#committed.has(path) ? 1 : 0;
    const head = hashOf(commits === 0 ? 'main' : path);
    return { head, tree: hashOf(head), commits, dirty: [], fingerprint: head };
  }

  async runHook(): Promise<void> {
    await Promise.resolve(); // no hooks are configured
  }

  async remove({ path }: Chamber) {
    this.#committed.delete(path);
    return { kind: 'removed', bundle: null } as const;
  }

  async list() {
    return [];
  }
}

/** An agent that talks, uses a tool now and then, commits and ends its turn, all in one breath. */
function talker(rooms: Rooms, reports: number): AgentPort {
  return {
    name: 'bench',
    async start({ run, cwd }, hear) {
      const process = { pid: 4_242, startedAt: '1' };
      hear({ type: 'started', sessionId: run, process });
      setImmediate(() => {
        for (let number = 0; number < reports; number++) hear(reportNumber(number));
        rooms.commitIn(cwd);
        hear({
          type: 'turn-ended',
          status: 'completed',
          message: 'The filter is kept and covered by a test.',
        });
      });
      let left = false;
      return {
        process,
        prompt: async () => undefined,
        async stop() {
          if (left) return;
          left = true;
          hear({ type: 'exited', code: 0, signal: null, message: '' });
        },
      };
    },
  };
}

function reportNumber(number: number): AgentEvent {
  const id = `tool-${Math.floor(number / 4)}`;
  switch (number % 4) {
    case 0:
      return { type: 'message', text: `Step ${number}: I read the list component and look for its state.` };
    case 1:
      return { type: 'tool-started', id, name: 'edit', summary: `src/list/filter-${number}.ts` };
    case 2:
      return { type: 'tool-ended', id, ok: true, summary: 'changed 12 lines' };
    default:
      return {
        type: 'usage',
        usage: { inputTokens: number * 900, outputTokens: number * 80, usd: number * 0.004 },
      };
  }
}

/** Merges whatever it is offered, one commit a batch. */
class OpenHost implements CodeHost {
  readonly kind = 'bench';
  #target = hashOf('main');

  async propose({ identifier }: { readonly identifier: string }) {
    return { ref: `train/${identifier}` };
  }

  async withdraw(): Promise<void> {
    await Promise.resolve(); // nothing is kept that could be taken back
  }

  async assemble({ entries, verify }: { entries: readonly { head: string }[]; verify: readonly string[] }) {
    const commit = hashOf(this.#target, ...entries.map((entry) => entry.head));
    const results = verify.map((command) => ({
      command,
      exitCode: 0,
      timedOut: false,
      durationMs: 1_234,
      outputTail: 'Tests  212 passed (212)\n',
    }));
    const evidence = evidenceOf(hashOf(commit), commit, results);
    const assembly: Assembly = { kind: 'assembled', base: this.#target, commit, evidence, alreadyMerged: [] };
    return assembly;
  }

  async land({ commit }: { readonly commit: string }) {
    this.#target = commit;
    return { kind: 'landed' } as const;
  }
}

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.join(' ')).digest('hex');
