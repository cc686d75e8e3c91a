import type { Action, Piece, Step } from './step.ts';

/** What is played when the item has no script: one small real change that calls itself a rehearsal. It costs nothing and says so. */
export function builtInPlay(piece: Piece, attempt: number): readonly Step[] {
  const path = fileOf(piece);
  const description = piece.description?.trim() ? `${piece.description.trim()}\n\n` : '';
  return labelled('the built-in play', [
    { kind: 'say', text: `I will write ${path} for "${piece.title}" and commit it.` },
    {
      kind: 'write',
      path,
      text: `# ${piece.title}\n\n${description}A rehearsal, attempt ${attempt}: nothing was solved here.\n`,
    },
    { kind: 'commit', message: `Rehearse ${piece.identifier}: ${piece.title}` },
    { kind: 'say', text: `Done: ${path} is written and committed.` },
  ]);
}

/** Merging starts from a chamber with nothing uncommitted, so that an interrupted merge can be undone. */
export function builtInConflictPlay(piece: Piece): readonly Step[] {
  return labelled('the built-in conflict play', [
    { kind: 'say', text: 'I will merge the target into my branch and keep both sides of what conflicts.' },
    { kind: 'commit', message: `${piece.identifier}: keep what was not committed yet` },
    { kind: 'merge-target' },
  ]);
}

/** Only for an item without a script: one that has a script says itself what it does with remarks. */
export function builtInReviewPlay(piece: Piece): readonly Step[] {
  const path = fileOf(piece);
  return labelled('the built-in review play', [
    { kind: 'say', text: `I will add a line to ${path} and commit it.` },
    { kind: 'append', path, text: '\nLooked at again in a rehearsal: nothing was solved here.\n' },
    { kind: 'commit', message: `Rehearse ${piece.identifier} again: ${piece.title}` },
    { kind: 'say', text: `Done: ${path} has one more line.` },
  ]);
}

const labelled = (name: string, actions: readonly Action[]): readonly Step[] =>
  actions.map((action, at) => ({ label: `step ${at + 1} of ${name}`, action }));

const fileOf = ({ identifier }: Piece): string =>
  `rehearsal/${identifier.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'item'}.md`;
