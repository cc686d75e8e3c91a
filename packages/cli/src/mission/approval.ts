import { misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';

/** `later`: the plan is kept, and waits until somebody approves it. */
export type Wish = 'now' | 'later' | 'leave';

/** Before money is spent a person says so, here or with `--yes`. */
export async function askToPlay(
  { terminal }: Desk,
  { yes, json }: { readonly yes?: boolean; readonly json?: boolean },
  canWait: boolean,
): Promise<Wish> {
  if (yes) return 'now';
  if (!terminal.interactive || json) return 'later';
  const { isCancel, select } = await import('@clack/prompts');
  const answer = await select<Wish>({
    message: 'Shall it be played as planned?',
    initialValue: 'leave',
    options: [
      { value: 'now', label: 'Yes, begin' },
      ...(canWait ? [{ value: 'later' as const, label: 'Keep the plan; I approve it later' }] : []),
      { value: 'leave', label: canWait ? 'No' : 'No; nothing is kept' },
    ],
  });
  return isCancel(answer) ? 'leave' : answer;
}

/** For what cannot be taken back: asked at a terminal, said beforehand with `--yes` elsewhere. */
export async function isSure(
  { terminal }: Desk,
  question: string,
  { yes, json }: { readonly yes?: boolean; readonly json?: boolean },
): Promise<boolean> {
  if (yes) return true;
  if (!terminal.interactive || json)
    throw misuse('Nobody is here to be asked, so nothing was done.', 'Add `--yes` to do it without asking.');
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message: question, initialValue: false });
  if (!isCancel(answer) && answer) return true;
  terminal.note('Nothing was done.');
  return false;
}
