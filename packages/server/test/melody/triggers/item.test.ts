import type { Trigger } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { itemSource, matchesItem } from '../../../src/melody/triggers/item.ts';
import type { TriggerOn } from '../../../src/melody/triggers/source.ts';
import { entry, listener, melody } from './trigger-stage.ts';

const item = trackedItem('S-4', {
  title: 'The Login is flaky',
  labels: ['flaky', 'needs design'],
  state: 'In Progress',
});
type Item = Omit<TriggerOn<'item'>, 'on'>;
const matches = (trigger: Item, tracked = item) => matchesItem({ on: 'item', ...trigger }, tracked);

test('P7 label and state fit exactly but for case and space, the title in part; all that is named must fit', () => {
  const cases: readonly (readonly [Item, boolean])[] = [
    [{ label: ' FLAKY ' }, true],
    [{ label: 'flak' }, false],
    [{ state: 'in progress' }, true],
    [{ state: 'Progress' }, false],
    [{ title: 'login' }, true],
    [{ title: 'logout' }, false],
    [{ label: 'flaky', state: 'In Progress', title: 'FLAKY' }, true],
    [{ label: 'flaky', state: 'Todo' }, false],
    [{ label: 'bug', title: 'login' }, false],
    [{}, false],
    [{ label: '', title: '' }, false],
  ];
  for (const [trigger, fits] of cases) expect([trigger, matches(trigger)]).toEqual([trigger, fits]);
});

test('P7 an item a melody made never fits, by its field or by its id; others that begin with M do', () => {
  const trigger = { label: 'flaky' };
  expect(matches(trigger, { ...item, fields: { melody: 'fix' } })).toBe(false);
  expect(matches(trigger, { ...item, id: 'M7f3a91c2-fix' })).toBe(false);
  for (const id of ['MOB-12', 'M-1', 'Make-it'])
    expect([id, matches(trigger, { ...item, id })]).toEqual([id, true]);
  expect(matches(trigger, { ...item, fields: { melody: null } })).toBe(true);
});

test('P7 items that are there at the start, that come and that change are seen; none after the stop', async () => {
  const trigger: Trigger = { on: 'item', label: 'flaky' };
  const { heard, occur } = listener();
  let melodies = [melody('hunt', trigger)];
  const items = [item, trackedItem('S-5')];
  const running = itemSource({ melodies: () => melodies, items: () => items }).start(occur);
  await running.update();
  expect(heard).toMatchObject([
    {
      melody: 'hunt',
      key: 'item:hunt:S-4',
      detail: 'S-4 has the label flaky',
      scope: { item: { title: item.title } },
    },
  ]);
  const see = (id: string, labels: string[]) =>
    running.hear?.(entry({ type: 'item-seen', item: id, tracked: trackedItem(id, { labels }) }));
  see('S-6', []);
  see('S-6', ['flaky']);
  running.hear?.(entry({ type: 'tracker-recovered' }));
  expect(heard.map(({ key }) => key)).toEqual(['item:hunt:S-4', 'item:hunt:S-6']);
  melodies = [melody('design', { on: 'item', label: 'Needs Design', state: 'In Progress' })];
  await running.update();
  expect(heard.at(-1)).toMatchObject({
    key: 'item:design:S-4',
    detail: 'S-4 has the label Needs Design and is in In Progress',
  });
  await running.stop();
  see('S-7', ['needs design']);
  expect(heard).toHaveLength(3);
});
