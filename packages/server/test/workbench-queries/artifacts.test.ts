import { trackedItem } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { opening } from './history.ts';
import { expectRefused, openRoom, type Room } from './reading-room.ts';

let room: Room;
beforeEach(() => {
  room = openRoom();
  room.record(...opening([trackedItem('a', { identifier: 'A-1' })]));
});
afterEach(() => room.close());

const keep = (
  name: string,
  content: string | Uint8Array,
  more: { item?: string; contentType?: string } = {},
) => room.artifacts.store({ name, type: 'other', ...more }, content);

test('artifacts are found by their item, called as people call it', async () => {
  await keep('one', 'x', { item: 'a' });
  await keep('two', 'x');
  const names = async (item: string) =>
    (await room.queries.artifacts({ item })).hits.map(({ artifact }) => artifact.name);
  expect(await names('a-1')).toEqual(['one']);
  expect(await names('gone long ago')).toEqual([]);
  expect((await room.queries.artifacts({})).found).toBe(2);
});

test('text is shown up to a bound, bytes are not', async () => {
  const first = await keep('notes', 'first');
  const second = await keep('notes', 'ü'.repeat(150_000));
  expect(await room.queries.artifact({ id: first.id })).toEqual({
    artifact: first,
    text: 'first',
    cut: false,
    versions: [first.id, second.id],
  });
  const long = await room.queries.artifact({ id: second.id });
  expect(long.cut).toBe(true);
  expect(long.text).toBe('ü'.repeat(100_000));
  const image = await keep('image', new Uint8Array([1, 2, 3]), { contentType: 'image/png' });
  const liar = await keep('liar', 'a\0b', { contentType: 'text/plain' });
  for (const { id } of [image, liar])
    expect(await room.queries.artifact({ id })).toMatchObject({ text: null, cut: false });
});

test('lineage is told, and what is missing is said', async () => {
  const source = await keep('source', 'x');
  const made = await room.artifacts.store({ name: 'made', type: 'other', derivedFrom: [source.id] }, 'y');
  expect(await room.queries.lineage({ id: made.id })).toMatchObject({
    focus: made.id,
    artifacts: [{ id: source.id }, { id: made.id }],
    links: [{ from: source.id, to: made.id, kind: 'derived' }],
  });
  await expectRefused(room.queries.artifact({ id: 'nope' }), 'missing', /^There is no artifact nope\.$/);
  await expectRefused(room.queries.lineage({ id: 'nope' }), 'missing', /no artifact nope/);
});

test('a family of thousands is bounded around the one asked for', async () => {
  let last = await keep('0', 'x');
  const first = last;
  for (let at = 1; at <= 1_200; at += 1)
    last = await room.artifacts.store({ name: `${at}`, type: 'other', derivedFrom: [last.id] }, 'x');
  const { artifacts, links } = await room.queries.lineage({ id: first.id });
  expect(artifacts).toHaveLength(1_000);
  expect(artifacts[0]?.id).toBe(first.id);
  const ids = new Set(artifacts.map(({ id }) => id));
  expect(links.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true);
});
