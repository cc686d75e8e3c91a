import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AgentEvent, Json } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMarked, Survivors } from '../../src/process/index.ts';
import { RehearsalHall } from './hall.ts';

const CONDUCTOR = fileURLToPath(new URL('./lone-conductor.ts', import.meta.url));

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

/** Runs the script under another process, which is killed when `enough` says so. */
async function loseConductor(
  script: Json | null,
  enough: (heard: AgentEvent[]) => Promise<boolean>,
  warm = false,
): Promise<string> {
  const told = JSON.stringify({
    instance: hall.instance,
    sessions: hall.sessions,
    request: script && hall.request(script),
    warm,
  });
  const conductor = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CONDUCTOR, told], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  conductor.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const closed = once(conductor, 'close');
  const lines = (): string[] => text.split('\n').slice(0, -1);
  const heard = (): AgentEvent[] => lines().map((line) => JSON.parse(line));
  await expect.poll(() => enough(heard()), { timeout: 20_000, interval: 5 }).toBe(true);
  conductor.kill('SIGKILL');
  await closed;
  return heard().find((event) => event.type === 'started')?.sessionId ?? '';
}

describe.for([false, true])('C8 a player whose conductor was killed (warm before: %s)', (warm) => {
  test('ends by itself, and its session is gone on with exactly', async () => {
    const script: Json = Array.from({ length: 40 }, (_, at) => [
      { append: { path: 'log.txt', text: `${at}\n` } },
      { say: `line ${at}` },
      { sleep: 10 },
    ]).flat();
    const session = await loseConductor(script, async (heard) => heard.length >= 10, warm);
    await expect.poll(() => hall.living(), { timeout: 5_000 }).toBe(0);
    expect(hall.read('log.txt').split('\n').length).toBeLessThan(40);
    await hall.playTurn(script, { resume: session });
    expect(hall.read('log.txt')).toBe(Array.from({ length: 40 }, (_, at) => `${at}\n`).join(''));
  });

  test('ends at once where it was waiting', async () => {
    await loseConductor([{ say: 'up' }, { sleep: '1h' }], async (heard) => heard.length >= 2, warm);
    await expect.poll(() => hall.living(), { timeout: 5_000 }).toBe(0);
  });

  test('and which notices nothing is found by its marker and ended', async () => {
    const hanging = async () => (await hall.living()) === 2; // the player, and the stray it starts last
    await loseConductor([{ hang: { ignore_term: true, leave_group: true } }], hanging, warm);
    expect(await hall.living()).toBe(2);
    expect(await new Survivors(hall.instance).clearSurvivors([])).toEqual({ ended: 2 });
    expect(await hall.living()).toBe(0);
  });
});

describe('P1 a spare whose conductor was killed', () => {
  test('ends by itself', async () => {
    await loseConductor(null, async (heard) => heard.length > 0, true);
    await expect.poll(() => hall.living(), { timeout: 5_000 }).toBe(0);
  });

  test('and which notices nothing is found by its marker and ended', async () => {
    const frozen = async (heard: AgentEvent[]): Promise<boolean> => {
      const [spare] = heard.length > 0 ? await findMarked(hall.instance) : [];
      if (spare) process.kill(spare.pid, 'SIGSTOP');
      return spare !== undefined;
    };
    await loseConductor(null, frozen, true);
    expect(await hall.living()).toBe(1);
    expect(await new Survivors(hall.instance).clearSurvivors([])).toEqual({ ended: 1 });
    expect(await hall.living()).toBe(0);
  });
});
