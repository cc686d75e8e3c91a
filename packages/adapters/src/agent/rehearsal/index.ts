import { fileURLToPath } from 'node:url';
import type { AgentPort, AgentStart } from '@symphony/domain';
import { spawnGroup } from '../../process/group.ts';
import { type Marker, markerEnv } from '../../process/marker.ts';
import { playerCache } from '../program/compile-cache.ts';
import { callsTools } from './script/calls-tools.ts';
import { RehearsalSession } from './session.ts';
import { type Crew, SparePlayer } from './spare.ts';
import type { Opening } from './wire.ts';

export interface RehearsalOptions {
  /** Names the repository in the marker of every process. */
  readonly instance: string;
  /** An absolute folder outside every chamber, for the journals of the sessions. */
  readonly sessions: string;
  /** The Node program that runs the player; this one by default. */
  readonly node?: string;
}

const PLAYER = fileURLToPath(new URL('./player.ts', import.meta.url));

/**
 * The reference player of the Agent port: real processes, real files, real commits, no model and
 * no cost. The script is read from `item.fields.rehearsal` (see script/script.ts).
 */
export function openRehearsal(options: RehearsalOptions): AgentPort {
  const { instance, sessions } = options;
  const program = {
    command: options.node ?? process.execPath,
    args: ['--disable-warning=ExperimentalWarning', PLAYER],
  };

  async function launch({ cwd, env }: AgentStart, marker: Marker): Promise<Crew> {
    const cache = { NODE_COMPILE_CACHE: playerCache() };
    const group = await spawnGroup({ ...program, cwd, env: { ...cache, ...env }, marker });
    return { group, markers: [marker] };
  }

  return {
    name: 'rehearsal',
    usesTools: ({ item }) => callsTools(item.fields.rehearsal),
    async start(request, hear) {
      const { cwd, env, warm, run, prompt } = request;
      const marker: Marker = { instance, role: 'agent', run };
      const opening = openingOf(request, sessions);
      const place = { cwd, env: { ...env, ...markerEnv(marker) } };
      const sent = warm instanceof SparePlayer ? await warm.takeOver(marker, { ...opening, place }) : null;
      const { group, markers } = sent ?? (await launch(request, marker));
      const session = new RehearsalSession(group, markers, hear);
      if (sent === null) session.open(opening);
      session.begin(prompt);
      return session;
    },
    /** It has no program of its own: a shell in the chamber. */
    interactive: ({ cwd, env }) => ({ command: env.SHELL ?? '/bin/sh', args: ['-i'], cwd, env }),
    warm: () => SparePlayer.start({ ...program, instance }),
  };
}

function openingOf({ attempt, item, resume, run, tools, turn }: AgentStart, sessions: string): Opening {
  const { identifier, title, description, fields } = item;
  return {
    type: 'open',
    attempt,
    piece: { identifier, title, description },
    script: fields.rehearsal ?? null,
    resume,
    // Named after the run, so that a session whose beginning nobody lived to record is found again.
    fresh: `rehearsal-${run}`,
    turn: turn ?? null,
    sessions,
    tools: tools ? { url: tools.url, token: tools.token } : null,
    place: null,
  };
}
