import type { SessionRecord } from '../journal.ts';
import type { ActionOf } from '../script/step.ts';
import { done, type Stage, type StepEnd } from '../stage.ts';

/** Steps that wait for the conductor's word. */

/** What is asked keeps its name when it is asked again after a restart. */
export const nameOfAsking = ({ session, turns, part, at }: SessionRecord): string =>
  `${session}.${turns}.${part}.${at[part]}`;

/** The conductor went away: the step is done when it is back. */
const NOBODY_THERE: StepEnd = { kind: 'leave', code: 0, past: false };

export async function askStep(stage: Stage, action: ActionOf<'ask'>, text: string): Promise<StepEnd> {
  const { choices, defaultAnswer, defaultAfterMs } = action;
  const id = nameOfAsking(stage.journal.record);
  const answer = await stage.answerTo(id, () =>
    stage.tell({ type: 'question', question: { id, text, choices, defaultAnswer, defaultAfterMs } }),
  );
  return answer === null ? NOBODY_THERE : { kind: 'done', summary: 'answered', record: { answer } };
}

/** Anything but `allow` is a refusal. The verdict is no `{{answer}}`: no person may have given it. */
export async function permissionStep(
  stage: Stage,
  { tool, paths }: ActionOf<'permission'>,
  command: string | null,
): Promise<StepEnd> {
  const id = nameOfAsking(stage.journal.record);
  const summary = command ?? (paths.join(', ') || tool);
  const verdict = await stage.answerTo(id, () =>
    stage.tell({ type: 'permission', request: { id, tool, summary, command, paths } }),
  );
  if (verdict === null) return NOBODY_THERE;
  if (verdict === 'allow') return done('allowed');
  const told = { type: 'message', text: `I was not allowed to use ${tool}: ${summary}` } as const;
  return { kind: 'done', summary: 'denied', told, skips: true };
}
