import type { ItemId, LogEvent } from '@symphony/domain';
import { firstLine, type NameOf } from '@symphony/protocol/words';
import type { Asked, Conflict } from './summary.ts';

/** Work that came back from the merge train, who got it and whether it was merged in the end. */
export function conflictBook(nameOf: NameOf) {
  const conflicts: { id: ItemId; conflict: Conflict }[] = [];
  const change = (id: ItemId, part: Partial<Conflict>) => {
    for (const each of conflicts) {
      if (each.id === id && !each.conflict.solved) each.conflict = { ...each.conflict, ...part };
    }
  };
  return {
    hear(event: LogEvent): void {
      // What a person sends back with remarks collided with nothing.
      if (event.type === 'handoff-returned' && event.why !== 'review' && event.why !== 'pull-request') {
        const conflict = { item: nameOf(event.item), why: event.why, solver: null, how: null, solved: false };
        conflicts.push({ id: event.item, conflict });
      }
      if (event.type === 'run-started') change(event.item, { solver: event.player });
      if (event.type === 'turn-ended') change(event.item, { how: firstLine(event.message) || null });
      if (event.type === 'item-moved' && event.outcome === 'merged') change(event.item, { solved: true });
    },
    all: (): readonly Conflict[] => conflicts.map(({ conflict }) => conflict),
  };
}

/** What was asked and what came back. */
export function questionBook(nameOf: NameOf) {
  const questions = new Map<string, Asked>();
  return {
    hear(event: LogEvent): void {
      if (event.type === 'question-asked') {
        const asked = { item: nameOf(event.item), question: event.question.text, answer: null, by: null };
        questions.set(`${event.item} ${event.question.id}`, asked);
      } else if (event.type === 'question-answered') {
        const key = `${event.item} ${event.question}`;
        const asked = questions.get(key);
        if (asked) questions.set(key, { ...asked, answer: event.answer, by: event.by });
      }
    },
    all: (): readonly Asked[] => [...questions.values()],
  };
}
