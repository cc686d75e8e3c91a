import { MemoryStore } from '@symphony/adapters/store/memory';
import type { Entry } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { EntryFeed } from '../../src/entry-feed.ts';

function log(count: number) {
  const store = new MemoryStore();
  const warnings: string[] = [];
  const feed = new EntryFeed(store, (message) => warnings.push(message));
  const add = (reason: string): void => {
    for (const entry of store.append(1, [{ type: 'conductor-stopped', reason }])) feed.publish(entry);
  };
  for (let at = 0; at < count; at += 1) add(`old ${at}`);
  return { store, feed, add, warnings };
}

const follow = async (feed: EntryFeed, after: number) => {
  const heard: number[] = [];
  const following = await feed.follow(after, (entry) => heard.push(entry.seq));
  return { heard, following };
};

describe('the feed', () => {
  test('tells what is after a number and then what comes, each once and in order', async () => {
    const { feed, add } = log(5);
    const { heard, following } = await follow(feed, 2);
    add('new');
    expect(heard).toEqual([3, 4, 5, 6]);
    await following.stop();
    add('unheard');
    expect(heard).toEqual([3, 4, 5, 6]);
  });

  test('loses and repeats nothing that is recorded while it catches up over several pages', async () => {
    const { feed, add } = log(2_500);
    const catching = follow(feed, 0);
    const timer = setInterval(() => add('meanwhile'), 0);
    const { heard } = await catching;
    clearInterval(timer);
    add('last');
    expect(heard).toEqual(Array.from({ length: heard.length }, (_, index) => index + 1));
    expect(heard.length).toBeGreaterThanOrEqual(2_501);
  });

  test('a follower that fails is left out with a word; the others and the recorder do not notice', async () => {
    const { feed, add, warnings } = log(0);
    await feed.follow(0, (entry: Entry) => {
      throw new Error(`no room for ${entry.seq}`);
    });
    const { heard } = await follow(feed, 0);
    add('one');
    add('two');
    expect(heard).toEqual([1, 2]);
    expect(warnings).toEqual(['A follower of the log failed at entry 1: no room for 1']);
  });
});
