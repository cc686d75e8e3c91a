import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Input } from '@symphony/conductor';
import { ManualClock } from '@symphony/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { Deliveries } from '../../src/webhook/deliveries.ts';
import { gathered } from '../../src/webhook/gathered.ts';
import { openWebhookDesk } from '../../src/webhook/index.ts';

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'deliveries.json');
};

test('C17 a storm of thousands costs one tick, and one more for what came after it', async () => {
  const clock = new ManualClock(1_000);
  let ticks = 0;
  const tick = gathered(() => (ticks += 1), { afterMs: 200, everyMs: 5_000 }, clock);
  for (let n = 0; n < 5_000; n++) tick.request();
  expect(ticks).toBe(0);
  await clock.advance(200);
  expect(ticks).toBe(1);
  for (let n = 0; n < 5_000; n++) tick.request();
  await clock.advance(4_999);
  expect(ticks).toBe(1);
  await clock.advance(1);
  expect(ticks).toBe(2);
  await clock.advance(60_000);
  expect(ticks).toBe(2);
  tick.request();
  await clock.advance(200);
  expect(ticks).toBe(3);
  tick.request();
  tick.stop();
  await clock.advance(60_000);
  expect(ticks).toBe(3);
});

test('C17 a hint about offers looks at those and at nothing else, all that came together at once', async () => {
  const clock = new ManualClock(1_000);
  const posted: Input[] = [];
  let ticks = 0;
  const run = mkdtempSync(join(tmpdir(), 'desk-'));
  onTestFinished(() => rmSync(run, { recursive: true }));
  const desk = openWebhookDesk({
    workplace: { run } as Parameters<typeof openWebhookDesk>[0]['workplace'],
    conductor: { post: (input) => void posted.push(input), startTicking: () => (ticks += 1) },
    settings: () => ({
      github: { secret: null },
      linear: { secret: null },
      unsigned: false,
      max_bytes: 1_000,
    }),
    clock,
    warn: () => undefined,
  });
  desk.hint({ about: 'offers', names: ['octo/hall#9', 'https://x/9'] });
  desk.hint({ about: 'offers', names: ['octo/hall#9'] });
  desk.hint({ about: 'offers', names: ['c0ffee'] });
  await clock.advance(200);
  expect([posted, ticks]).toEqual([
    [{ type: 'offers-hinted', names: ['octo/hall#9', 'https://x/9', 'c0ffee'] }],
    0,
  ]);
  desk.hint({ about: 'offers', names: ['octo/hall#7'] });
  desk.hint({ about: 'items', names: ['octo/hall#1'] });
  await clock.advance(5_000);
  expect([posted.at(-1), ticks]).toEqual([{ type: 'offers-hinted', names: ['octo/hall#7'] }, 1]);
  desk.hint({ about: 'offers', names: ['octo/hall#7'] });
  await desk.stop();
  await clock.advance(60_000);
  expect(posted).toHaveLength(2);
});

test('heard deliveries are known after a restart, and only so many of them', () => {
  const file = scratch();
  const first = new Deliveries(file);
  for (let n = 0; n < 5_000; n++) first.add(`d-${n}`);
  expect([first.has('d-0'), first.has('d-4999')]).toEqual([false, true]);
  first.save();
  const second = new Deliveries(file);
  expect([second.has('d-0'), second.has('d-904'), second.has('d-4999')]).toEqual([false, true, true]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(4_096);
});

test.each(['', '{', '{"a":1}', '[1,null]'])('a file that says %j remembers nothing', (text) => {
  const file = scratch();
  writeFileSync(file, text);
  const deliveries = new Deliveries(file);
  expect(deliveries.has('1')).toBe(false);
  deliveries.add('d');
  deliveries.save();
  expect(new Deliveries(file).has('d')).toBe(true);
});
