import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TakeoverDesk } from '@symphony/conductor';
import type { AgentPort, Settings } from '@symphony/domain';
import type { Terminals } from '../terminal/index.ts';
import { type EnclosingOptions, enclose } from './enclosing.ts';

/** How long the program has to end when its run is stopped. */
const GRACE_MS = 2_000;

export interface TakeoverOptions extends EnclosingOptions {
  readonly instance: string;
  readonly scratch: string;
  readonly terminals: Terminals;
  readonly agents: ReadonlyMap<string, AgentPort>;
  settings(): Settings;
}

/** A person's program runs where the agent ran: in the chamber, in the same sandbox. */
export function takeoverDesk(options: TakeoverOptions): TakeoverDesk {
  const { terminals, instance } = options;
  return {
    async play({ run, item, player: name, launch }) {
      const player = options.settings().players[name];
      const tmp = join(options.scratch, `${run}-takeover`);
      await mkdir(tmp, { recursive: true });
      const enclosure = await enclose(options, {
        run,
        profile: player?.sandbox ?? 'off',
        cwd: launch.cwd,
        env: launch.env,
        needs: options.agents.get(player?.agent ?? '')?.needs,
        hosts: [],
        tmp,
        refused: () => undefined,
      });
      try {
        const own = { ...launch, env: { ...launch.env, TMPDIR: tmp } };
        const confined = enclosure?.confine(own) ?? own;
        const { code, signal } = await terminals.play(run, item, confined, { instance, role: 'agent', run });
        return signal === null ? `the program ended with ${code}` : `the program was ended by ${signal}`;
      } finally {
        await enclosure?.close();
        await rm(tmp, { recursive: true, force: true });
      }
    },
    stop: (run) => terminals.stop(run, GRACE_MS),
  };
}
