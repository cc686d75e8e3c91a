import type { TrackedItem } from '@symphony/domain';

/** Longer descriptions are cut: the agent can ask for the rest with its tools. */
const LONGEST = 8_000;

/** What an agent at work is told when a person changed its request; null when nothing of it changed. */
export function editWords(before: TrackedItem, now: TrackedItem): string | null {
  const title = before.title === now.title ? null : `Its title is now: ${now.title}`;
  const description = before.description === now.description ? null : descriptionWords(now.description);
  if (title === null && description === null) return null;
  return ['A person has changed the work item on the tracker.', title, description]
    .filter((each) => each !== null)
    .join('\n\n');
}

function descriptionWords(text: string | null): string {
  if (text === null || text.trim() === '') return 'Its description was taken away.';
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n[… cut]` : text;
  return `Its description, instead of the one you were given, is now:\n\n${cut}`;
}
