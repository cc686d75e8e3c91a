import type { AgentEvent, AgentSession, AgentStart } from '@symphony/domain';
import { playerCache } from '../program/compile-cache.ts';
import { type AgentLine, type Line, launchAgent, unrecognised } from '../program/index.ts';
import { TurnWire } from '../program/turn-wire.ts';
import { PLAYER_VARIABLES } from './cast.ts';
import { type Opening, readFromPlayer } from './wire.ts';

export interface PlayerProgram {
  readonly instance: string;
  /** Where the journals of sessions are kept. */
  readonly sessions: string;
  /** The file Node runs. */
  readonly program: string;
  readonly version: string;
}

/** Starts the process and its first turn. */
export async function startSession(
  request: AgentStart,
  hear: (event: AgentEvent) => void,
  { instance, sessions, program, version }: PlayerProgram,
): Promise<AgentSession> {
  const launch = {
    instance,
    name: 'the built-in player',
    command: request.player.command ?? process.execPath,
    args: ['--disable-warning=ExperimentalWarning', program],
    // A confined one sees no folder outside of its own, and must not write what others run.
    ...(request.confine ? {} : { env: { NODE_COMPILE_CACHE: playerCache() } }),
  };
  // The first line cannot be read before the session is there: nothing is read within one step of the loop.
  let session: PlayerSession;
  const { keys, rest } = split(request.env);
  const line = await launchAgent({ ...request, env: rest }, launch, hear, (each) => session.listen(each));
  session = new PlayerSession(line, version);
  session.begin(openingOf(request, instance, sessions, keys), request.prompt);
  return session;
}

/** What is for the player alone, and what is for the commands it starts too. */
function split(env: AgentStart['env']): { keys: Record<string, string>; rest: Record<string, string> } {
  const [mine, others] = [true, false].map((wanted) =>
    Object.entries(env).filter(([name]) => PLAYER_VARIABLES.includes(name) === wanted),
  );
  return { keys: Object.fromEntries(mine ?? []), rest: Object.fromEntries(others ?? []) };
}

function openingOf(
  request: AgentStart,
  instance: string,
  sessions: string,
  keys: Readonly<Record<string, string>>,
): Opening {
  const { run, resume, turn, spent, player, tools } = request;
  return {
    type: 'open',
    instance,
    run,
    resume,
    // Named after the run, so that a session whose beginning nobody lived to record is found again.
    fresh: `symphony-${run}`,
    turn: turn ?? null,
    spent: spent ?? null,
    sessions,
    model: player.model,
    args: player.args ?? [],
    keys,
    tools: tools ?? null,
  };
}

/** The adapter's end of one player process. */
class PlayerSession extends TurnWire {
  readonly #version: string;

  constructor(line: AgentLine, version: string) {
    super(line);
    this.#version = version;
  }

  begin(opening: Opening, prompt: string): void {
    this.line.send(opening);
    this.send({ type: 'turn', prompt });
  }

  /** With the end of its input it ends the turn, and the commands of the turn with it. */
  override stop(graceMs: number): Promise<void> {
    return this.line.stop(graceMs, () => this.line.closeInput());
  }

  listen({ text, cut }: Line): void {
    const said = cut ? unrecognised(text) : readFromPlayer(text);
    if (said.type !== 'ready') return this.line.tell(said);
    const model = said.model === null ? {} : { model: said.model };
    // A second one would contradict the first; it is kept for people to see.
    if (this.line.unnamed) this.line.named(said.session, { version: this.#version, ...model });
    else this.line.tell(unrecognised(text));
  }
}
