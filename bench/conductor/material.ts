import type { Settings, TrackedItem } from '@symphony/domain';
// Not through the package's index: its contract suites would bring the test runner into what is measured.
import { SETTINGS, trackedItem } from '../../packages/testkit/src/material.ts';

/** The settings of a person who changed nothing but the number of slots. */
export const settingsFor = (slots: number): Settings => ({
  ...SETTINGS,
  players: { first: { agent: 'bench', slots: null, stallTimeoutMs: null, model: null } },
  slots: { total: slots, byState: {}, strategy: 'priority', starvationAfterMs: null },
});

const DESCRIPTION =
  `The list forgets its filter when a person goes back to it. Keep the filter in the address,
so that a link to a filtered list can be sent to somebody else, and cover it with a test.
`.repeat(2);

const CREATED = Date.UTC(2026, 0, 1);

/** Priorities and ages are mixed, so that the order of dispatch is not the order of the tracker. */
export function itemNumber(number: number, blockedBy: TrackedItem['blockedBy'] = []): TrackedItem {
  const id = `B-${number}`;
  return trackedItem(id, {
    title: `Keep the filter of list ${number}`,
    description: DESCRIPTION,
    priority: (number * 7) % 5 || null,
    labels: ['bench', `area-${number % 12}`],
    blockedBy,
    createdAt: CREATED + ((number * 7_919) % 100_003) * 60_000,
    updatedAt: CREATED,
    nativeRef: { file: `${id}.md` },
  });
}

/** A blocker nobody works on: what it blocks waits and is looked at again in every pass. */
export const UNSTARTED = { id: 'B-0', identifier: 'B-0', state: 'Review' } as const;
