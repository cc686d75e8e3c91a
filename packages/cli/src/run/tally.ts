import type { Entry, ItemId, StatusView } from '@symphony/domain';
import { itemBook } from './item-book.ts';
import { missionBook } from './mission-book.ts';
import { spendBook } from './spend-book.ts';
import { conflictBook, questionBook } from './story-books.ts';
import type { Summary } from './summary.ts';

/** Folds the events of one run of the conductor into its summary. */
export interface Tally {
  hear(entry: Entry): void;
  summary(): Summary;
}

/** Starts from what the log said before this run, so that an item of an earlier day has its name and state. */
export function tallyFrom(view: StatusView): Tally {
  const items = itemBook(view);
  const { nameOf } = items;
  const conflicts = conflictBook(nameOf);
  const questions = questionBook(nameOf);
  const missions = missionBook(view);
  const money = spendBook();
  const landed = new Map<ItemId, string>();
  const retries: { item: string; error: string }[] = [];
  return {
    hear({ event }) {
      for (const book of [items, conflicts, questions, missions, money]) book.hear(event);
      // Limits and an operator's retry are scheduled too, but nothing failed.
      if (event.type === 'retry-scheduled' && !event.sameAttempt && event.retries > 0) {
        retries.push({ item: nameOf(event.item), error: event.error });
      }
      if (event.type === 'train-landed') for (const id of event.items) landed.set(id, event.commit);
    },
    summary: () => ({
      items: items.all(),
      merged: [...landed].map(([id, commit]) => ({ item: nameOf(id), commit })),
      retries: [...retries],
      conflicts: conflicts.all(),
      questions: questions.all(),
      missions: missions.all(),
      spend: money.total(),
    }),
  };
}
