import type { LogEventOf } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { Hall } from './hall.ts';

const poll = (hall: Hall) => hall.clock.advance(SETTINGS.pollIntervalMs);
/** What was said with each turn. */
const turns = (hall: Hall) =>
  hall.recorded('turn-started').map(({ event }) => (event as LogEventOf<'turn-started'>).steering);
const UNREACHABLE = { code: 'unavailable', message: 'The line is dead.' } as const;

test('C17 C20 comments are heard by polling: who may write is obeyed and answered, others are answered', async () => {
  const hall = new Hall();
  hall.tracker.admit('ada');
  hall.tracker.say('A', '/symphony stop', 'ada'); // before Symphony came
  await hall.open();
  expect(hall.conductor.state.items.get('A')?.state).toBe('running');
  hall.tracker.say('A', '/symphony steer Be brief.', 'ada');
  hall.tracker.say('A', '/symphony stop', 'eve');
  hall.tracker.say('A', 'I would rather /symphony stop it.', 'ada');
  await poll(hall);
  await poll(hall);
  expect(hall.tracker.commentsOf('A')).toEqual([
    'Done: A hears it when its agent ends this turn.',
    'Not done: eve may not command Symphony; only people who may write to this project can.',
  ]);
  expect(hall.conductor.state.items.get('A')).toMatchObject({ state: 'running', steering: 'Be brief.' });
  await hall.finish(hall.first);
  expect(turns(hall)).toEqual([undefined, 'Be brief.']);
  expect(hall.warnings).toEqual([]);
});

test('C17 a tracker that fails in between loses no comment, obeys none on a guess, and is complained of once', async () => {
  const hall = await new Hall().open();
  hall.tracker.admit('ada');
  hall.tracker.say('A', '/symphony steer Later.', 'ada');
  const { mayWrite } = hall.tracker;
  let asked = 0;
  hall.tracker.mayWrite = async (author) => {
    asked += 1;
    if (asked <= 3) hall.tracker.failNext(UNREACHABLE);
    return mayWrite.call(hall.tracker, author);
  };
  for (let n = 0; n < 3; n++) await poll(hall);
  expect(hall.conductor.state.items.get('A')?.steering).toBe('');
  expect(hall.warnings).toEqual(['weigh-comment: The line is dead.']);
  await poll(hall);
  expect(hall.conductor.state.items.get('A')?.steering).toBe('Later.');
  expect(hall.tracker.commentsOf('A')).toHaveLength(1);
  expect(asked).toBe(4);
});

test('C17 a person changes the request, and the agent hears it with its next turn', async () => {
  const hall = await new Hall().open();
  const [item] = await hall.tracker.fetchByIds(['A']);
  if (!item) throw new Error('no item');
  hall.tracker.put({ ...item, description: 'Semicolons, please.' });
  await poll(hall);
  await poll(hall);
  await hall.finish(hall.first);
  expect(turns(hall)).toEqual([undefined, expect.stringContaining('Semicolons, please.')]);
  expect(hall.recorded('steering-wanted')).toHaveLength(1);
});
