/**
 * What a prompt is about, told by its first line. The prompt book begins the follow-ups of
 * finished work with these words; those of the merge train name the target on a line of its own. The lines below `REHEARSE:`
 * are a script; whether it is heeded is for the item to say.
 */
export type Occasion =
  | { readonly kind: 'work' }
  | { readonly kind: 'conflict'; readonly target: string | null }
  | { readonly kind: 'failed-checks' }
  | { readonly kind: 'review' }
  | { readonly kind: 'script'; readonly text: string };

export const CONFLICT_OPENING = 'Your branch conflicts with the target';
export const FAILED_CHECKS_OPENING = 'Your branch fails the checks once merged';
export const REVIEW_OPENING = 'A person has looked at your work';
export const PULL_REQUEST_OPENING = 'Your pull request needs you again';

export function occasionOf(prompt: string): Occasion {
  const opening = prompt.trimStart();
  const script = /^REHEARSE:[ \t]*\r?\n(.*)$/s.exec(opening)?.[1];
  if (script !== undefined) return { kind: 'script', text: script };
  if (opening.startsWith(FAILED_CHECKS_OPENING)) return { kind: 'failed-checks' };
  if ([REVIEW_OPENING, PULL_REQUEST_OPENING].some((each) => opening.startsWith(each)))
    return { kind: 'review' };
  if (!opening.startsWith(CONFLICT_OPENING)) return { kind: 'work' };
  return { kind: 'conflict', target: /^Target:\s*`?([^`\s]+)`?\s*$/m.exec(opening)?.[1] ?? null };
}
