import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AgentEvent, Json } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Survivors } from '../../src/process/index.ts';
import { RehearsalHall } from './hall.ts';

const CONDUCTOR = fileURLToPath(new URL('./lone-conductor.ts', import.meta.url));

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

/** Runs the script under another process, which is killed when `enough` says so. */
async function loseConductor(
  script: Json,
  enough: (heard: AgentEvent[]) => Promise<boolean>,
): Promise<string> {
  const told = JSON.stringify({
    instance: hall.instance,
    sessions: hall.sessions,
    request: hall.request(script),
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

describe('C8 a player whose conductor was killed', () => {
  test('ends by itself, and its session is gone on with exactly', async () => {
    const script: Json = Array.from({ length: 40 }, (_, at) => [
      { append: { path: 'log.txt', text: `${at}\n` } },
      { say: `line ${at}` },
      { sleep: 10 },
    ]).flat();
    const session = await loseConductor(script, async (heard) => heard.length >= 10);
    await expect.poll(() => hall.living(), { timeout: 5_000 }).toBe(0);
    expect(hall.read('log.txt').split('\n').length).toBeLessThan(40);
    await hall.playTurn(script, { resume: session });
    expect(hall.read('log.txt')).toBe(Array.from({ length: 40 }, (_, at) => `${at}\n`).join(''));
  });

  test('ends at once where it was waiting', async () => {
    await loseConductor([{ say: 'up' }, { sleep: '1h' }], async (heard) => heard.length >= 2);
    await expect.poll(() => hall.living(), { timeout: 5_000 }).toBe(0);
  });

  test('and which notices nothing is found by its marker and ended', async () => {
    const hanging = async () => (await hall.living()) === 2; // the player, and the stray it starts last
    await loseConductor([{ hang: { ignore_term: true, leave_group: true } }], hanging);
    expect(await hall.living()).toBe(2);
    expect(await new Survivors(hall.instance).clearSurvivors([])).toEqual({ ended: 2 });
    expect(await hall.living()).toBe(0);
  });
});
