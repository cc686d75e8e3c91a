import type { PromptKind } from '@symphony/domain';

/** The whole request, where the repository has no template of its own. Liquid, like the others. */
export const DEFAULT_TEMPLATE = `You are working on {{ item.identifier }}: {{ item.title }}
{% if item.description %}
{{ item.description }}
{% endif %}
You are in a git worktree of your own, on a branch of your own; your work is merged into \`{{ target }}\`.
Make the change, check it, and commit it with a message that says why. Nothing that is not committed is kept.
Stay inside this folder, do not push, and do not switch branches.
If you cannot go on without a person, commit nothing and say what you need.
`;

type ShortKind = Exclude<PromptKind, 'first' | 'retry'>;

/** What an agent that knows its request already is told. The report is put below. */
const GUIDANCE: Readonly<Record<ShortKind, readonly string[]>> = {
  'continue-uncommitted': [
    'You ended your turn with changes that are not committed.',
    'Commit what belongs to the work, take back what does not, and finish what is left.',
  ],
  'continue-no-commits': [
    'You ended your turn without a commit.',
    'If the work is not done, go on and commit it. If nothing needs to change, or you need a person, say so and end.',
  ],
  'continue-active': [
    'You ended your turn, and the issue is still active on the tracker.',
    'Your request and everything you did are above. Look at what is left, go on with it, and move the issue as you were asked to when it is done.',
  ],
  'after-restart': [
    'Your process was ended and has been started again; your files are as you left them.',
    'Look at `git status` and `git log`, then go on where you were.',
  ],
  'after-pause': ['You were paused and may go on now.', 'Look at `git status`, then go on where you were.'],
  'after-takeover': [
    'A person worked in your place for a while and has given the work back to you.',
    'Look at `git status` and `git log` for what they changed, keep it, and finish what is left.',
  ],
  steered: ['There is something you are to hear before this counts as done.'],
  conflict: [
    'Your branch conflicts with the target and could not be merged.',
    'Merge the target into your branch, resolve the conflicts so that both intentions hold, check the result and commit it.',
  ],
  'failed-on-target': [
    'Your branch fails the checks once merged into the target.',
    'Merge the target into your branch, find out why the two do not go together, mend it and commit it.',
  ],
  'pull-request': [
    'Your pull request needs you again.',
    'Go through what is said below one by one, mend it, check the result and commit it; it is pushed for you. If nothing needs to change, say why and end.',
  ],
  review: [
    'A person has looked at your work and has comments.',
    'Go through them one by one, change what they ask for, check the result and commit it. If nothing needs to change, say why and end.',
  ],
};

const AFTER_MERGE: readonly ShortKind[] = ['conflict', 'failed-on-target'];

export const isShort = (kind: PromptKind): kind is ShortKind => kind !== 'first' && kind !== 'retry';

export function guidance(kind: ShortKind, target: string, report: string | null): string {
  const lines = [...GUIDANCE[kind]];
  if (AFTER_MERGE.includes(kind)) lines.splice(1, 0, `Target: ${target}`);
  return withReport(lines.join('\n'), report);
}

/** What is put below is added as it is: it quotes other people's text and is never read as a template. */
export const withReport = (text: string, report: string | null): string =>
  report === null || report.trim() === '' ? `${text.trimEnd()}\n` : `${text.trimEnd()}\n\n${report.trim()}\n`;

/** What is said besides comes last and is never read as a template either. A person says it, unless it says who does. */
export const withSteering = (text: string, steering: string | null | undefined): string => {
  if (!steering) return text;
  return withReport(text, steering.startsWith(OURS) ? steering : `A person says:\n\n${steering}`);
};

/** How words begin that are Symphony's own. */
const OURS = 'Symphony says:';

/** Before the report of the attempt that went wrong. */
export const RETRY_HEADING = 'An earlier attempt went wrong. This is what was reported:';
