import { expect, test } from 'vitest';
import { MemoryArtifactStore } from '../../src/artifact/memory/index.ts';
import { openArtifactShelf } from '../../src/stale/index.ts';
import { because, DAY, failing, NOW, openRoom, transcript, UNUSED } from './room.ts';

async function open() {
  const room = await openRoom();
  let count = 0;
  const artifacts = new MemoryArtifactStore(
    () => NOW - 50 * DAY,
    (prefix) => `${prefix}-${++count}`,
  );
  const { trash, uses } = room;
  return { room, artifacts, shelf: openArtifactShelf({ artifacts, trash, uses, standing: () => UNUSED }) };
}

test('P5 an artifact shows its facts: tags and holds guard it, what it comes from is referenced', async () => {
  const { artifacts, shelf } = await open();
  const plan = await artifacts.store({ name: 'plan', type: 'plan' }, 'a plan');
  const diff = await artifacts.store(
    { name: 'diff', type: 'diff', derivedFrom: [plan.id], quality: 0.8 },
    'a diff',
  );
  await artifacts.tag(plan.id, ['release']);
  await artifacts.hold(diff.id, { reason: 'the law wants it', by: 'ada' });
  const things = new Map((await shelf.list()).map((each) => [each.id, each]));
  expect(things.get(`artifact:${plan.id}`)).toMatchObject({
    label: 'plan 1',
    size: 6,
    createdAt: NOW - 50 * DAY,
    tags: ['release'],
    guards: { tagged: 'it is tagged release', held: null },
  });
  expect(things.get(`artifact:${diff.id}`)).toMatchObject({
    quality: 0.8,
    references: [`artifact:${plan.id}`],
    guards: { tagged: null, held: 'it is held: the law wants it' },
  });
});

test('P5 a removed artifact comes back with its content and what was said of it', async () => {
  const { room, artifacts, shelf } = await open();
  const text = transcript('t', 30_000);
  const made = await artifacts.store(
    { name: 'talk', type: 'transcript', item: 'A', run: 'r', custom: { a: 1 }, quality: 0.5 },
    text,
  );
  const [thing] = await shelf.list();
  const entry = await shelf.remove(thing!, because());
  expect(await shelf.list()).toEqual([]);
  expect(await room.trash.bytes(entry)).toBeLessThan(text.length / 2);
  await shelf.recover();
  await shelf.restore(entry);
  await expect(shelf.restore(entry)).rejects.toThrow('not in the trash');
  const [back] = await artifacts.list({});
  expect(back).toMatchObject({
    name: 'talk',
    type: 'transcript',
    item: 'A',
    run: 'r',
    custom: { a: 1 },
    quality: 0.5,
  });
  expect(back?.hash).toBe(made.hash);
  expect(await artifacts.text(back!.id)).toBe(text);
  expect((await artifacts.list({})).length).toBe(1);
});

test('P5 what the store keeps stays, and no copy of it is left in the trash', async () => {
  const { room, artifacts, shelf } = await open();
  const made = await artifacts.store({ name: 'x', type: 'other' }, 'x');
  const [thing] = await shelf.list();
  await artifacts.tag(made.id, ['late']);
  expect((await failing(shelf.remove(thing!, because()))).code).toBe('refused');
  expect(await room.trash.entries()).toEqual([]);
  await room.trash.begin(thing!, because(), { facts: { artifact: JSON.stringify(made) }, needs: [] });
  await shelf.recover();
  expect(await room.trash.entries()).toEqual([]);
});
