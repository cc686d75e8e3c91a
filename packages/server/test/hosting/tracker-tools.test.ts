import { JoinedTracker } from '@symphony/adapters/tracker/joined';
import { MemoryTracker } from '@symphony/adapters/tracker/memory';
import { emptyState } from '@symphony/conductor';
import { type AgentStart, PortError, type Settings, type Tracker } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { RunDesk } from '../../src/hosting/run-desk.ts';

const ITEM = trackedItem('far-1', { state: 'Todo', nativeRef: { team: 'ENG' } });
const open = (tracker: Tracker, settings: () => Settings = () => SETTINGS) =>
  new RunDesk(
    { run: 'r', item: ITEM, attempt: 1, cwd: '/chamber' } as AgentStart,
    { tracker, settings, state: emptyState, post: (_input, answered) => answered?.(null) },
    () => undefined,
  );

test('svc-A8 the tools of a run stay those of the tracker it began with, whatever is reloaded', async () => {
  const [first, second] = [new MemoryTracker([ITEM]), new MemoryTracker([ITEM])];
  let remote = first;
  const live = new JoinedTracker(new MemoryTracker([]) as never, () => remote);
  let settings: Settings = SETTINGS;
  const desk = open(live.asOfNow(), () => settings);
  remote = second;
  settings = { ...SETTINGS, tracker: { ...SETTINGS.tracker, activeStates: ['Elsewhere'] } };

  await desk.tracker.comment?.('Hello.');
  await desk.tracker.move?.('In Progress');
  expect([first.commentsOf('far-1'), second.commentsOf('far-1')]).toEqual([['Hello.'], []]);
  const stateIn = async (tracker: MemoryTracker) => (await tracker.fetchByIds(['far-1']))[0]?.state;
  expect([await stateIn(first), await stateIn(second)]).toEqual(['In Progress', 'Todo']);
  expect((await desk.getContext()).states).not.toContain('Elsewhere');
  // The next run is the new one's.
  await open(live.asOfNow()).tracker.comment?.('And here.');
  expect(second.commentsOf('far-1')).toEqual(['And here.']);
});

test('svc-A8 what is offered is what the tracker can do, for the issue at hand, and failures are told', async () => {
  const reads: Tracker = {
    kind: 'reads',
    fetchByStates: async () => ({ items: [], problems: [] }),
    fetchByIds: async (ids) => (ids.includes('far-1') ? [ITEM] : []),
  };
  const desk = open(reads);
  expect(Object.keys(desk.tracker)).toEqual(['read']);
  // Without an id the issue of the run is meant, and what is the provider's goes with it as JSON.
  expect(await desk.tracker.read(null)).toMatchObject({ id: 'far-1', nativeRef: { team: 'ENG' } });
  await expect(desk.tracker.read('nobody')).rejects.toBeInstanceOf(PortError);
  await expect(desk.tracker.read('nobody')).rejects.toThrow('The tracker has no item nobody.');
});
