import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkTopic,
  Feed,
  type History,
  type Published,
  serveFeed,
  subscribe,
  topicMatcher,
} from '../src/index.ts';
import { pair, settled } from './connection-ends.ts';

describe('topics', () => {
  const rows: readonly [pattern: string, yes: readonly string[], no: readonly string[]][] = [
    ['item.moved', ['item.moved'], ['item', 'item.moved.twice', 'item.move', 'xitem.moved']],
    ['item.*', ['item.moved', 'item.x'], ['item', 'item.a.b', 'items.a']],
    ['*.moved', ['item.moved'], ['moved', 'a.b.moved', 'item.movedx']],
    ['*', ['item'], ['item.a']],
    ['item.**', ['item.a', 'item.a.b.c'], ['item', 'items.a']],
    ['**', ['item', 'item.a.b'], []],
    ['*.*.**', ['a.b.c', 'a.b.c.d'], ['a.b', 'a']],
    ['a.*.c', ['a.b.c'], ['a.c', 'a.b.d', 'a.b.c.d']],
  ];
  test.each(rows)('B2 %s', (pattern, yes, no) => {
    const matches = topicMatcher(pattern);
    expect(yes.filter(matches)).toEqual(yes);
    expect(no.filter(matches)).toEqual([]);
  });

  test.each(['', '.', 'a.', '.a', 'a..b', '**.a', 'a.b*', 'a b', 'a.**.b', 'x'.repeat(501)])(
    '%j is no pattern',
    (pattern) => {
      expect(() => topicMatcher(pattern)).toThrow(TypeError);
    },
  );

  test.each(['', 'a.', 'a.*', '**', 'a b'])('%j is no topic', (topic) => {
    expect(() => checkTopic(topic)).toThrow(TypeError);
  });

  test('B2 matching is what the words say, for any pattern and topic', () => {
    const word = fc.constantFrom('a', 'b', 'ab');
    const pattern = fc.tuple(
      fc.array(fc.oneof(word, fc.constant('*')), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
    );
    const topic = fc.array(word, { minLength: 1, maxLength: 5 });
    const property = fc.property(pattern, topic, ([words, open], said) => {
      const long = open ? said.length > words.length : said.length === words.length;
      const wanted = long && words.every((each, at) => each === '*' || each === said[at]);
      const text = [...words, ...(open ? ['**'] : [])].join('.');
      expect(topicMatcher(text)(said.join('.'))).toBe(wanted);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

/** Takes `count` messages and returns their numbers. */
async function take(messages: AsyncIterator<Published>, count: number): Promise<number[]> {
  const seqs: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const next = await messages.next();
    if (next.done) break;
    seqs.push(next.value.seq);
  }
  return seqs;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

function publish(feed: Feed, count: number, topic = 'news.said'): void {
  for (let n = 0; n < count; n += 1) feed.publish(topic, n);
}

describe('feed', () => {
  test('B2 a subscriber hears what it wants, in order, from where it says', async () => {
    const feed = new Feed();
    publish(feed, 5, 'a.one');
    publish(feed, 5, 'b.one');
    const messages = feed.subscribe({ pattern: 'b.*', after: 3 });
    expect(await take(messages, 5)).toEqual(range(6, 10));
    const next = messages.next();
    publish(feed, 3, 'a.one');
    feed.publish('b.two', { text: 'ü' });
    expect(await next).toEqual({ done: false, value: { seq: 14, topic: 'b.two', value: { text: 'ü' } } });
  });

  test('B2 without a number it hears what is new', async () => {
    const feed = new Feed({ last: 100 });
    publish(feed, 3);
    const messages = feed.subscribe({ pattern: '**' });
    publish(feed, 2);
    expect(await take(messages, 2)).toEqual([104, 105]);
  });

  test('B2 resuming by number loses nothing and doubles nothing, whenever it was cut', async () => {
    const property = fc.asyncProperty(fc.array(fc.nat({ max: 7 }), { maxLength: 10 }), async (cuts) => {
      const feed = new Feed();
      const heard: number[] = [];
      for (const cut of cuts) {
        const messages = feed.subscribe({ pattern: '**', after: heard.at(-1) ?? 0 });
        publish(feed, 7);
        heard.push(...(await take(messages, cut)));
        await messages.return?.();
      }
      const rest = feed.subscribe({ pattern: '**', after: heard.at(-1) ?? 0 });
      heard.push(...(await take(rest, feed.last - heard.length)));
      expect(heard).toEqual(range(1, feed.last));
    });
    await fc.assert(property, { numRuns: 50 });
  });

  test('B2 one that falls behind what is kept is ended in words; the others go on', async () => {
    const feed = new Feed({ keep: 10 });
    publish(feed, 1);
    const slow = feed.subscribe({ pattern: '**', after: 0 });
    const quick = feed.subscribe({ pattern: '**', after: 0 });
    const heard: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      heard.push(...(await take(quick, 1)));
      publish(feed, 1);
    }
    expect(heard).toEqual(range(1, 100));
    await expect(slow.next()).rejects.toMatchObject({ name: 'RpcError', data: { code: 'fell-behind' } });
    expect(await slow.next()).toEqual({ done: true, value: undefined });
  });

  test('B2 one that waits for a rare topic does not fall behind by waiting', async () => {
    const feed = new Feed({ keep: 10 });
    const rare = feed.subscribe({ pattern: 'rare' });
    const next = rare.next();
    publish(feed, 1_000);
    feed.publish('rare', null);
    expect(await next).toMatchObject({ value: { seq: 1_001 } });
    publish(feed, 1_000); // while it is busy with the first
    feed.publish('rare', null);
    expect(await rare.next()).toMatchObject({ value: { seq: 2_002 } });
  });

  test('B2 with a history nothing is ever lost, however slow', async () => {
    const log: Published[] = [];
    const history: History = { read: async (after, limit) => log.slice(after, after + limit) };
    const feed = new Feed({ keep: 10, history });
    const tell = (count: number) => {
      for (let n = 0; n < count; n += 1) {
        log.push({ seq: log.length + 1, topic: log.length % 3 === 0 ? 'third' : 'other', value: n });
        feed.publish((log.at(-1) as Published).topic, n);
      }
    };
    tell(1_000);
    const messages = feed.subscribe({ pattern: 'third', after: 0 });
    const heard = await take(messages, 100);
    tell(1_000);
    heard.push(...(await take(messages, 567)));
    expect(heard).toEqual(log.filter(({ topic }) => topic === 'third').map(({ seq }) => seq));
  });

  test('a number yet to come, and what is no pattern, are refused', () => {
    const feed = new Feed({ last: 5 });
    expect(() => feed.subscribe({ pattern: '**', after: 6 })).toThrow('There is no message 6 yet');
    expect(() => feed.subscribe({ pattern: 'a..b' })).toThrow('is no pattern');
  });

  test('closing ends those that wait', async () => {
    const feed = new Feed();
    const messages = feed.subscribe({ pattern: '**' });
    const next = messages.next();
    await settled();
    feed.close();
    expect(await next).toEqual({ done: true, value: undefined });
    publish(feed, 1);
    expect(await messages.next()).toEqual({ done: true, value: undefined });
  });
});

describe('across a connection', () => {
  test('B2 a subscriber over there hears the same, and resumes on another connection', async () => {
    const feed = new Feed();
    const first = pair();
    serveFeed(first.far, 'news', feed);
    publish(feed, 10);
    const messages = subscribe(first.near, 'news', { pattern: 'news.*', after: 0 });
    const heard = await take(messages, 7);
    first.far.close();
    publish(feed, 10);
    const second = pair();
    serveFeed(second.far, 'news', feed);
    const rest = subscribe(second.near, 'news', { pattern: 'news.*', after: heard.at(-1) ?? 0 });
    heard.push(...(await take(rest, 13)));
    expect(heard).toEqual(range(1, 20));
  });

  test('B2 one that does not read is never buffered for, and is ended when it falls behind', async () => {
    const feed = new Feed({ keep: 50 });
    const { near, far, a } = pair();
    serveFeed(far, 'news', feed);
    const deaf = subscribe(near, 'news', { pattern: '**', after: 0, window: 4 });
    for (let n = 0; n < 100; n += 1) {
      publish(feed, 10);
      await settled();
    }
    expect(a.bufferedBytes()).toBe(0);
    expect(await take(deaf, 4)).toEqual(range(1, 4));
    await expect(deaf.next()).rejects.toMatchObject({ data: { code: 'fell-behind' } });
  });

  test('leaving stops the subscription at its feed; wrong requests are told', async () => {
    const feed = new Feed();
    const { near, far } = pair();
    serveFeed(far, 'news', feed);
    const messages = subscribe(near, 'news', { pattern: '**' });
    const next = messages.next();
    await settled();
    await messages.return?.();
    await next;
    await settled();
    publish(feed, 1);
    for (const params of [
      {},
      { pattern: 5 },
      { pattern: 'a..b' },
      { pattern: '**', after: -1 },
      { pattern: '**', after: 9 },
    ])
      await expect(near.stream('news', params).next()).rejects.toMatchObject({ code: -32602 });
  });
});
