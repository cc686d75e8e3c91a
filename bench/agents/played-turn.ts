import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { openGit } from '@symphony/adapters/git';
import { openSandbox } from '@symphony/adapters/sandbox';
import type { AgentEvent, AgentPort, AgentStart, Enclosure } from '@symphony/domain';
import { openStage, type Stage, type Step } from '@symphony/testkit';
import { ClaudeHall } from '../../packages/adapters/test/agent/claude/hall.ts';
import { CodexHall } from '../../packages/adapters/test/agent/codex/hall.ts';
import { enclose } from '../../packages/server/src/hosting/enclosing.ts';
import { ONE_WAY, playBare } from './bare-program.ts';
import { TWO_WAY } from './two-way-program.ts';

/** The bare program in two of its modes, its adapter, its adapter in the sandbox. */
export type Way = 'bare' | 'two-way' | 'adapter' | 'sandbox';
export type Play = keyof typeof PLAYS;

export interface TurnRequest {
  readonly agent: keyof typeof ONE_WAY;
  readonly program: string;
  readonly way: Way;
  readonly play: Play;
}

/** All from the moment it is started. */
export interface TurnTimes {
  /** Until the model is asked for the first time. */
  readonly askedMs: number;
  /** Until the agent says that its turn has ended. */
  readonly endedMs: number;
  /** Until no process of it is left. */
  readonly goneMs: number;
}

const PLAYS = {
  text: [{ say: 'Nothing is to be done.' }],
  commit: [
    { write: { path: 'hello.txt', text: 'hello\n' } },
    { run: 'git add -A && git commit -q -m hello' },
    { say: 'It is committed.' },
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>;

const GRACE_MS = 10_000;
const run = promisify(execFile);

/** One turn of the real program in a home of its own, with the scripted model in this process. */
export async function playTurn({ agent, program, way, play }: TurnRequest): Promise<TurnTimes> {
  const stage = await openStage();
  const hall = agent === 'claude' ? new ClaudeHall(stage, program) : new CodexHall(stage, { program });
  try {
    const start = hall.request(PLAYS[play]);
    // Otherwise whoever comes first pays for reading a large program from the disk.
    await run(program, ['--version'], { env: start.env });
    const stopwatch = new Stopwatch();
    const playIt = (): Promise<TurnTimes> => {
      if (way === 'bare') return playBare(ONE_WAY[agent], start, stopwatch);
      if (way === 'two-way') return playBare(TWO_WAY[agent], start, stopwatch);
      return playThrough(hall.port, start, way === 'sandbox' ? stage : null, stopwatch);
    };
    try {
      const times = await playIt();
      await mustHaveHappened(stage, play);
      return times;
    } finally {
      stopwatch.stop();
    }
  } finally {
    await hall.close();
    await stage.close();
  }
}

/** Runs from `start` and notes by itself when the model server of this process is asked. */
export class Stopwatch {
  #began = 0;
  #asked: number | null = null;
  readonly #notice = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.method === 'POST') this.#asked ??= performance.now();
  };

  constructor() {
    subscribe('http.server.request.start', this.#notice);
  }

  start(): void {
    this.#began = performance.now();
  }

  read(): number {
    return performance.now() - this.#began;
  }

  get askedMs(): number {
    if (this.#asked === null) throw new Error('The model was never asked.');
    return this.#asked - this.#began;
  }

  stop(): void {
    unsubscribe('http.server.request.start', this.#notice);
  }
}

/** As the conductor plays it: whatever the agent asks for is allowed at once. */
async function playThrough(
  port: AgentPort,
  start: AgentStart,
  confinedOn: Stage | null,
  stopwatch: Stopwatch,
): Promise<TurnTimes> {
  const sandbox = openSandbox();
  await sandbox.examine(); // once in a conductor's life
  const ended = Promise.withResolvers<AgentEvent & { type: 'turn-ended' | 'exited' }>();
  const session = Promise.withResolvers<Awaited<ReturnType<AgentPort['start']>>>();
  const hear = (event: AgentEvent): void => {
    if (event.type === 'permission')
      void session.promise.then((each) => each.answer?.(event.request.id, 'allow'));
    if (event.type === 'turn-ended' || event.type === 'exited') ended.resolve(event);
  };
  let enclosure: Enclosure | null = null;
  stopwatch.start();
  try {
    if (confinedOn) enclosure = await encloseOn(confinedOn, sandbox, port, start);
    const confined = enclosure ? { ...start, confine: enclosure.confine } : start;
    session.resolve(await port.start(confined, hear));
    const end = await ended.promise;
    const endedMs = stopwatch.read();
    if (end.type === 'exited' || end.status !== 'completed')
      throw new Error(`The turn did not end well: ${end.message}`);
    await (await session.promise).stop(GRACE_MS);
    await enclosure?.close();
    return { askedMs: stopwatch.askedMs, endedMs, goneMs: stopwatch.read() };
  } finally {
    await enclosure?.close();
  }
}

/** With the very request the conductor makes. */
function encloseOn(
  { server, repository, tmp, instance }: Stage,
  sandbox: ReturnType<typeof openSandbox>,
  port: AgentPort,
  { run: id, cwd, env }: AgentStart,
): Promise<Enclosure | null> {
  const none = () => ({ hosts: [], caches: [] });
  return enclose(
    { sandbox, git: openGit(instance), repository: repository.path, extra: none },
    {
      run: id,
      profile: 'standard',
      cwd,
      env,
      needs: port.needs,
      hosts: [new URL(server.url).host],
      tmp,
      refused: () => undefined, // what an agent fetches for itself, the turn goes on without
    },
  );
}

async function mustHaveHappened({ repository }: Stage, play: Play): Promise<void> {
  const commits = Number(await repository.git('rev-list', '--count', 'HEAD'));
  if (commits !== (play === 'commit' ? 2 : 1)) throw new Error(`There are ${commits} commits after ${play}.`);
}
