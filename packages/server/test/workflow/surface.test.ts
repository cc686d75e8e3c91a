import { MemoryStore } from '@symphony/adapters/store/memory';
import { emptyState, explainView, fold, statusView } from '@symphony/conductor';
import type { ItemView, LogEvent } from '@symphony/domain';
import { wordsOf } from '@symphony/protocol/words';
import { EVERY_AGENT_EVENT, EVERY_EVENT, entriesOf, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { EntryFeed } from '../../src/entry-feed.ts';
import { issueOf } from '../../src/http/specification/issue.ts';
import { stateOf } from '../../src/http/specification/state.ts';
import { contextIn } from '../../src/workflow/line-context.ts';
import { logLine } from '../../src/workflow/log-line.ts';
import { opening, played } from '../workbench-queries/history.ts';

const STORY: readonly LogEvent[] = [
  ...opening([trackedItem('A'), trackedItem('B')]),
  ...played({ item: 'A', run: 'r', chatter: 30 }).slice(0, 20),
];

/** Frozen all the way down: whoever writes into it is found out. */
function frozen<T>(value: T): T {
  if (value instanceof Map || value instanceof Set) {
    for (const each of value.values()) frozen(each);
    for (const name of ['set', 'add', 'delete', 'clear'] as const)
      Object.defineProperty(value, name, {
        value: () => {
          throw new Error('a surface wrote into the state');
        },
      });
  } else if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) frozen(each);
  }
  return value;
}

describe('svc-B7 what shows the state decides nothing', () => {
  test('every surface is drawn from the state alone and leaves it as it is', () => {
    const state = emptyState();
    for (const entry of entriesOf(STORY)) fold(state, entry);
    frozen(state);
    const draw = () => {
      const status = statusView(state, 5_000_000_000_000, null, true);
      const [item] = status.items as [ItemView];
      return JSON.stringify([
        status,
        explainView(state, 'A', 5_000_000_000_000, null),
        stateOf(status, 1),
        issueOf(item, [], (id) => id),
      ]);
    };
    expect(draw()).toBe(draw());
  });

  test('there are words and a line for whatever is recorded, and none of them throws', () => {
    const context = contextIn(emptyState);
    const said = Object.values(EVERY_AGENT_EVENT).map(
      (event): LogEvent => ({ type: 'agent-reported', item: 's-1', run: 'run-1', event }),
    );
    for (const entry of entriesOf([...Object.values(EVERY_EVENT), ...said])) {
      expect(
        wordsOf(entry.event, (id) => id),
        entry.event.type,
      ).toMatch(/\S/);
      expect(logLine(entry, context(entry)) ?? 'not told').not.toContain('\n');
    }
  });

  test('a surface that fails stops neither the others nor what records', async () => {
    const warnings: string[] = [];
    const store = new MemoryStore();
    const feed = new EntryFeed(store, (message) => warnings.push(message));
    const heard: number[] = [];
    await feed.follow(0, () => {
      throw new Error('the screen is broken');
    });
    await feed.follow(0, ({ seq }) => heard.push(seq));
    for (const entry of store.append(1, STORY.slice(0, 3))) feed.publish(entry);
    expect(heard).toEqual([1, 2, 3]);
    expect(warnings).toEqual([expect.stringContaining('the screen is broken')]);
  });
});
