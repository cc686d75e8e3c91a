import type { Group } from '@symphony/protocol/words';

/** What the columns are called, and what an empty one says. */
export const COLUMN_WORDS: Readonly<Record<Group, { readonly title: string; readonly empty: string }>> = {
  waiting: { title: 'Waiting', empty: 'Nothing waits to be started.' },
  working: { title: 'Working', empty: 'No agent is at work.' },
  'needs-you': { title: 'Needs you', empty: 'Nothing needs you.' },
  merging: { title: 'Merging', empty: 'Nothing is on the merge train.' },
  done: { title: 'Done', empty: 'Nothing is done yet.' },
};
