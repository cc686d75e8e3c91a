import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedDelivery } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { putItem } from '../command/board-file.ts';
import { type Ground, openGround } from './ground.ts';

const SECRET = 'planted-webhook-secret-5fd1c0';
const HOUR = '3600000';

/** A daemon that by itself looks at its board once an hour: neither its poll nor its watch tells it anything. */
function openDeaf(): Ground {
  const ground = openGround();
  Object.assign(ground.env, { HOOK: SECRET, CHOKIDAR_USEPOLLING: '1', CHOKIDAR_INTERVAL: HOUR });
  ground.configure('polling: { interval: 1h }\nwebhooks: { github: { secret: $HOOK } }\nhttp: { port: 0 }\n');
  return ground;
}

const asker = (ground: Ground) => {
  const { url } = JSON.parse(ground.read('conductor.json')) as { url: string };
  const headers = { authorization: `Bearer ${ground.read('token').trim()}` };
  return {
    async events(...types: string[]): Promise<{ type: string; item: string }[]> {
      const answer = await fetch(`${url}/api/v1/events?limit=1000&types=${types.join(',')}`, { headers });
      const entries = (await answer.json()) as { event: { type: string; item: string } }[];
      return entries.map(({ event }) => event);
    },
    async tell(event: string, payload: object, delivery: string): Promise<unknown> {
      const answer = await fetch(`${url}/api/v1/webhooks/github`, {
        method: 'POST',
        ...signedDelivery(SECRET, event, { repository: { full_name: 'octo/hall' }, ...payload }, delivery),
      });
      return answer.json();
    },
  };
};

test('C17 C20 a webhook brings the tick forward, and a comment is obeyed once, restart or not', async () => {
  const ground = openDeaf();
  expect(ground.ask('up', '--rehearse')).toMatchObject({ code: 0 });
  await sleep(1_500); // what it looks at by itself when it starts is over
  const first = asker(ground);
  putItem(ground.path, 'S-1', 'Wait', ['say: I wait', 'sleep: 60s']);
  await sleep(1_500);
  expect(await first.events('item-seen')).toEqual([]);

  const issue = { number: 1, node_id: 'S-1' };
  const began = performance.now();
  expect(await first.tell('issues', { action: 'opened', issue }, 'd-1')).toEqual({ result: 'heard' });
  await expect.poll(() => first.events('item-seen'), { interval: 20 }).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await first.tell('issues', { action: 'opened', issue }, 'd-1')).toEqual({ result: 'repeated' });

  const comment = {
    action: 'created',
    issue,
    comment: {
      id: 7,
      body: '/symphony steer Be brief.',
      user: { login: 'ada' },
      author_association: 'OWNER',
    },
  };
  expect(await first.tell('issue_comment', comment, 'd-2')).toEqual({ result: 'heard' });
  expect(await first.tell('issue_comment', comment, 'd-3')).toEqual({ result: 'heard' });
  const steps = ['comment-heard', 'steering-wanted', 'comment-settled', 'comment-answered'];
  await expect.poll(() => first.events('comment-answered')).toHaveLength(1);

  process.kill(ground.pid(), 'SIGKILL');
  expect(ground.ask('up', '--rehearse')).toMatchObject({ code: 0 });
  const second = asker(ground);
  expect(await second.tell('issue_comment', comment, 'd-2')).toEqual({ result: 'heard' });
  await sleep(500);
  expect((await second.events(...steps)).map(({ type }) => type).sort()).toEqual(steps.toSorted());
  const board = readFileSync(join(ground.path, '.symphony', 'board', 'S-1.md'), 'utf8');
  expect(board.match(/> Done: S-1 hears it/g)).toHaveLength(1);
  for (const text of [board, ground.read('daemon.log'), ground.ask('config', 'show').out])
    expect(text).not.toContain(SECRET);
}, 60_000);
