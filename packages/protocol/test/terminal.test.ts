import { expect, test } from 'vitest';
import { conductorEnd, settled } from './conductor-end.ts';

const REQUEST = { cols: 80, rows: 24, write: true };

test('frames come one by one as they are taken, at most two ahead', async () => {
  const { client, conductor } = conductorEnd();
  let made = 0;
  conductor.handle('terminal', async function* (params: unknown) {
    expect(params).toEqual({ ...REQUEST, id: 'a', viewer: 1 });
    for (; made < 10; ) {
      made += 1;
      yield { kind: 'output', text: String(made) };
    }
  });
  const view = await client.terminal('a', REQUEST);
  const seen: unknown[] = [];
  await settled();
  await settled();
  expect(made).toBeLessThanOrEqual(2);
  for await (const frame of view.frames) seen.push(frame.kind === 'output' ? frame.text : frame.kind);
  expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
});

test('a long paste is sent in pieces and in order; sizes go by number', async () => {
  const { client, conductor } = conductorEnd();
  const typed: string[] = [];
  const sizes: unknown[] = [];
  conductor.handle('terminal', () => new Promise(() => undefined));
  conductor.handle('terminal-input', (params) => {
    typed.push((params as { text: string }).text);
    return {};
  });
  conductor.handle('terminal-resize', (params) => {
    sizes.push(params);
    return {};
  });
  const view = await client.terminal('a', REQUEST);
  const text = 'abc'.repeat(50_000);
  await view.input(text);
  await view.resize({ cols: 5, rows: 6 });
  expect(typed.join('')).toBe(text);
  expect(Math.max(...typed.map((each) => each.length))).toBeLessThanOrEqual(65_536);
  expect(sizes).toEqual([{ viewer: 1, cols: 5, rows: 6 }]);
  await client.close();
});

test('closing ends the loop at once and the stream at the other end', async () => {
  const { client, conductor } = conductorEnd();
  let left = false;
  conductor.handle('terminal', () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return: async () => {
        left = true;
        return { done: true };
      },
    }),
  }));
  const view = await client.terminal('a', REQUEST);
  const reading = (async () => {
    for await (const _ of view.frames) throw new Error('nothing was sent');
  })();
  await settled();
  await view.close();
  await reading;
  await settled();
  expect(left).toBe(true);
});

test('a conductor that is lost ends it in words', async () => {
  const { client, conductor } = conductorEnd();
  conductor.handle('terminal', () => new Promise(() => undefined));
  const view = await client.terminal('a', REQUEST);
  const reading = (async () => {
    for await (const _ of view.frames) throw new Error('nothing was sent');
  })().catch((error: unknown) => error);
  await settled();
  conductor.close();
  expect(await reading).toMatchObject({ name: 'RequestError', code: 'unavailable' });
});
