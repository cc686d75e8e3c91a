import { JoinedTracker } from '@symphony/adapters/tracker/joined';
import { MemoryTracker } from '@symphony/adapters/tracker/memory';
import { failureOf } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { scratchBoard } from './scratch-board.ts';

const open = () => {
  const { board } = scratchBoard({});
  const remote = new MemoryTracker([trackedItem('far-1', { state: 'Todo' })]);
  return { board, remote, joined: new JoinedTracker(board, () => remote) };
};

test('C23 what Symphony makes stays on the board beside what people plan elsewhere', async () => {
  const { board, remote, joined } = open();
  const own = await board.add({ title: 'Typed at the terminal' });
  const { items } = await joined.fetchByStates(['Todo']);
  expect(items.map(({ id }) => id).toSorted()).toEqual([own.id, 'far-1'].toSorted());
  expect((await joined.fetchByIds(['far-1', own.id, 'nobody'])).map(({ id }) => id)).toEqual([
    own.id,
    'far-1',
  ]);
  await joined.moveTo(own.id, 'Done');
  await joined.moveTo('far-1', 'In Progress');
  expect((await board.fetchByIds([own.id]))[0]?.state).toBe('Done');
  expect((await remote.fetchByIds(['far-1']))[0]?.state).toBe('In Progress');
  await joined.comment('far-1', 'k', 'There.');
  expect(remote.commentsOf('far-1')).toEqual(['There.']);
});

test('svc-T3 when the remote one fails the whole read fails', async () => {
  const { remote, joined } = open();
  remote.failNext({ code: 'unavailable', message: 'away' });
  expect(failureOf(await joined.fetchByStates(['Todo']).catch((error: unknown) => error)).code).toBe(
    'unavailable',
  );
});

test('without a remote one it is the board, and says so', async () => {
  const { board } = scratchBoard({});
  const joined = new JoinedTracker(board, () => null);
  expect(joined.kind).toBe('board');
  expect(joined.nextPollMs(30_000)).toBe(30_000);
  const { id } = await joined.add({ title: 'Here' });
  expect((await board.fetchByIds([id]))[0]?.title).toBe('Here');
});
