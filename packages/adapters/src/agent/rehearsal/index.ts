import { fileURLToPath } from 'node:url';
import type { AgentPort } from '@symphony/domain';
import { spawnGroup } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { compileCacheIn } from './compile-cache.ts';
import { RehearsalSession } from './session.ts';

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
  return {
    name: 'rehearsal',
    async start(request, hear) {
      const marker: Marker = { instance: options.instance, role: 'agent', run: request.run };
      const group = await spawnGroup({
        command: options.node ?? process.execPath,
        args: ['--disable-warning=ExperimentalWarning', PLAYER],
        cwd: request.cwd,
        env: { NODE_COMPILE_CACHE: compileCacheIn(options.sessions), ...request.env },
        marker,
      });
      const session = new RehearsalSession(group, marker, hear);
      // Named after the run, so that a session whose beginning nobody lived to record is found again.
      session.open(request, `rehearsal-${request.run}`, options.sessions);
      return session;
    },
  };
}
