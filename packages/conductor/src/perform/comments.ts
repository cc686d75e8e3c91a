import { failureOf } from '@symphony/domain';
import { mayCommand } from '../policy/commenting.ts';
import type { EffectOf, Stage } from './ports.ts';

/** A failure is left to the next tick, which asks from the same place. */
export async function readComments({ ports, post }: Stage, effect: EffectOf<'read-comments'>): Promise<void> {
  const read = await ports.tracker.commentsSince?.(effect.after);
  if (read) post({ type: 'comments-read', comments: read.comments, next: read.next });
}

/** A tracker that does not answer leaves the comment open: nobody is obeyed on a guess. */
export async function weighComment({ ports, post }: Stage, effect: EffectOf<'weigh-comment'>): Promise<void> {
  const { item, comment, offer, author, standing } = effect;
  const { tracker, codeHost } = ports;
  const ask = (): Promise<boolean> | null =>
    (offer === null ? tracker.mayWrite?.(author, item) : codeHost.reviews?.mayWrite(author)) ?? null;
  const asked = standing === 'writer' ? null : await ask()?.catch(refusing);
  post({ type: 'comment-weighed', comment, allowed: mayCommand(standing, asked ?? null) });
}

/** An author the tracker does not know of may nothing; any other failure is no answer. */
function refusing(error: unknown): false {
  if (failureOf(error).code === 'missing') return false;
  throw error;
}

export async function answerComment(
  { ports, post }: Stage,
  effect: EffectOf<'answer-comment'>,
): Promise<void> {
  const { item, comment, offer, text } = effect;
  const { tracker, codeHost } = ports;
  const key = `command:${comment}`;
  const told = (ok: boolean, message: string): void => post({ type: 'comment-told', comment, ok, message });
  try {
    if (offer !== null && codeHost.reviews) await codeHost.reviews.comment(offer, key, text);
    else if (tracker.comment) await tracker.comment(item, key, text);
    else return told(false, `the ${tracker.kind} tracker takes no comments`);
    told(true, '');
  } catch (error) {
    const failure = failureOf(error);
    if (!['missing', 'invalid', 'refused'].includes(failure.code)) throw error;
    told(false, failure.message);
  }
}
