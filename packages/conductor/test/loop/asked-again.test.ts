import { type FailureCode, PortError } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { Hall } from './hall.ts';

/** What a tracker says to a move, and whether the move is asked for again. */
const ANSWERS: readonly (readonly [FailureCode, boolean])[] = [
  ['unavailable', true],
  ['timeout', true],
  ['credentials', true],
  ['disk', true],
  ['conflict', true],
  ['refused', false],
  ['missing', false],
  ['invalid', false],
];

test.each(ANSWERS)('C9 C17 a move that fails with %s is asked for again: %s', async (code, again) => {
  const hall = new Hall();
  const { moveTo } = hall.tracker;
  const asked: string[] = [];
  hall.tracker.moveTo = async (item, state) => {
    asked.push(state);
    if (asked.length === 1) throw new PortError({ code, message: 'Not now.' });
    return moveTo.call(hall.tracker, item, state);
  };
  await hall.open();
  for (let n = 0; n < 3; n++) await hall.clock.advance(SETTINGS.pollIntervalMs);
  const { startedState } = SETTINGS.tracker;
  expect(asked).toEqual(again ? [startedState, startedState] : [startedState]);
  const [item] = await hall.tracker.fetchByIds(['A']);
  expect(item?.state === startedState).toBe(again);
});

test('C9 C19 a host that takes its time is not asked again meanwhile, and what it answers counts', async () => {
  const hall = new Hall();
  const { propose } = hall.host;
  const waiting: (() => void)[] = [];
  let asked = 0;
  hall.host.propose = async (proposal) => {
    asked += 1;
    if (asked === 1) throw new PortError({ code: 'unavailable', message: 'Not now.' });
    await new Promise<void>((resolve) => void waiting.push(resolve));
    return propose.call(hall.host, proposal);
  };
  await hall.open();
  await hall.finish(hall.first);
  for (let n = 0; n < 5; n++) await hall.clock.advance(SETTINGS.pollIntervalMs);
  expect([asked, waiting.length]).toEqual([2, 1]);
  for (const goOn of waiting) goOn();
  await hall.clock.settle();
  expect([asked, hall.recorded('handoff-made').length]).toEqual([2, 1]);
});
