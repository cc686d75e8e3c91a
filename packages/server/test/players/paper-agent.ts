import {
  type AgentEvent,
  type AgentPort,
  type AgentSession,
  type AgentStart,
  PortError,
  type WarmAgent,
} from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { planOf } from '../../src/players/index.ts';
import { PlayerPool } from '../../src/players/player-pool.ts';
import { SystemClock } from '../../src/system-clock.ts';

/** A process that is only written down. */
class PaperProcess implements WarmAgent {
  alive = true;
  taken = false;

  isAlive(): boolean {
    return this.alive;
  }

  async cool(): Promise<void> {
    if (!this.taken) this.alive = false;
  }
}

/** An agent whose processes cost nothing, take `warmMs` to become ready and end when told. */
export class PaperAgent implements AgentPort {
  readonly name = 'paper';
  readonly processes: PaperProcess[] = [];
  warmMs = 200;
  /** Attempts to make a process ready. */
  tries = 0;
  missing = false;

  async warm(): Promise<WarmAgent> {
    this.tries += 1;
    const process = new PaperProcess();
    this.processes.push(process);
    await new Promise((resolve) => setTimeout(resolve, this.warmMs));
    if (!this.missing) return process;
    process.alive = false;
    throw new PortError({ code: 'missing', message: 'paper is not installed' });
  }

  async start(request: AgentStart, hear: (event: AgentEvent) => void): Promise<AgentSession> {
    const spare = request.warm instanceof PaperProcess && request.warm.alive ? request.warm : null;
    const process = spare ?? new PaperProcess();
    if (!spare) this.processes.push(process);
    process.taken = true;
    hear({ type: 'started', sessionId: request.run, process: null });
    return {
      process: null,
      prompt: async () => undefined,
      stop: async () => {
        if (!process.alive) return;
        process.alive = false;
        hear({ type: 'exited', code: 0, signal: null, message: '' });
      },
    };
  }

  get spares(): readonly PaperProcess[] {
    return this.processes.filter(({ alive, taken }) => alive && !taken);
  }

  get living(): number {
    return this.processes.filter(({ alive }) => alive).length;
  }
}

export const PLAYER = { agent: 'paper', slots: null, stallTimeoutMs: null, model: null };

/** A pool of paper players with everything a test may turn. */
export function openStage(change: { spare?: number; maxMemoryMb?: number; slots?: number } = {}) {
  const agent = new PaperAgent();
  const given = {
    pool: { spare: change.spare ?? 1, max_memory: change.maxMemoryMb ?? 2_000 },
    slots: change.slots ?? 4,
    waiting: 0,
  };
  const pool = new PlayerPool({
    agents: new Map([['paper', agent]]),
    plan: () =>
      planOf(
        {
          ...SETTINGS,
          players: { paper: PLAYER },
          slots: { ...SETTINGS.slots, total: given.slots },
        },
        { pool: given.pool, players: {} },
        8_192,
      ),
    waiting: () => given.waiting,
    clock: new SystemClock(0),
    chance: () => 0.5,
    offsetMs: 0,
  });
  let runs = 0;
  const start = async (): Promise<AgentSession> => {
    runs += 1;
    const port = pool.agent('paper');
    if (!port) throw new Error('no such agent');
    const item = trackedItem(`item-${runs}`);
    const request = { run: `run-${runs}`, item, attempt: 1, player: PLAYER, cwd: '/', env: {} };
    return port.start({ ...request, prompt: 'Work.', resume: null }, () => undefined);
  };
  return { agent, pool, given, start };
}
