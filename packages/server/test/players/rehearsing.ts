import { join } from 'node:path';
import { openRehearsal } from '@symphony/adapters/agent/rehearsal';
import type { AgentStart, Json } from '@symphony/domain';
import { Heard, SETTINGS, trackedItem } from '@symphony/testkit';
import { planOf } from '../../src/players/index.ts';
import { PlayerPool } from '../../src/players/player-pool.ts';
import { SystemClock } from '../../src/system-clock.ts';

const PLAYER = { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null };

/** A pool of real rehearsal players that work in `folder` while something always waits. */
export function openRehearsing(instance: string, folder: string) {
  const settings = { ...SETTINGS, players: { rehearsal: PLAYER } };
  const pool = new PlayerPool({
    agents: new Map([['rehearsal', openRehearsal({ instance, sessions: join(folder, '.git/sessions') })]]),
    plan: () => planOf(settings, { pool: { spare: 1, max_memory: 4_000 }, players: {} }, 8_192),
    waiting: () => 1,
    clock: new SystemClock(0),
    chance: Math.random,
    offsetMs: 0,
  });
  const play = async (run: string, rehearsal: Json, env: Record<string, string> = {}): Promise<Heard> => {
    const heard = new Heard();
    const request: AgentStart = {
      run,
      item: trackedItem(run, { fields: { rehearsal } }),
      attempt: 1,
      player: PLAYER,
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...env },
      prompt: 'Work.',
      resume: null,
    };
    const agent = pool.agent('rehearsal');
    if (!agent) throw new Error('there is no rehearsal player');
    heard.session = await agent.start(request, (event) => heard.take(event));
    return heard;
  };
  return { pool, play, waiting: () => pool.view().players[0]?.waiting ?? 0 };
}
