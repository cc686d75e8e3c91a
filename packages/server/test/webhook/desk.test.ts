import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@symphony/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { Deliveries } from '../../src/webhook/deliveries.ts';
import { gathered } from '../../src/webhook/gathered.ts';

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
