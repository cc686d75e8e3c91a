import type { Decision, Setting } from '../decision.ts';
import type { Command } from '../input.ts';
import { reviewText } from '../policy/review.ts';
import type { ItemState } from '../state.ts';
import { sendBack } from './handoff.ts';
import { retry, wordFor } from './retry.ts';

/** What a person has to say to an agent, about what it does or about what it has done (C20). */

/** The person's words go with the next turn, whenever that is. */
export function steer(out: Decision, item: ItemState, text: string, by: string): void {
  const { identifier, id } = item.tracked;
  if (text.trim() === '') return out.reply(false, 'There is nothing to say.');
  if (item.state === 'open' && item.outcome !== 'none')
    return out.reply(
      false,
      `${identifier} is ${wordFor(item)}: nobody works on it. \`symphony retry\` opens it again.`,
    );
  out.record({ type: 'steering-wanted', item: id, text: text.trim(), by });
  const when = item.state === 'running' ? 'when its agent ends this turn' : 'with its next turn';
  out.reply(true, `${identifier} hears it ${when}.`);
}

/** Comments become a turn of the author: the next one, or one that is made for them. */
export function review(
  out: Decision,
  setting: Setting,
  item: ItemState,
  { comments, text, by }: Extract<Command, { name: 'review' }>,
): void {
  const { identifier, id } = item.tracked;
  const said = reviewText(comments, text);
  if (said === '') return out.reply(false, 'There is nothing to say.');
  switch (item.state) {
    case 'handed_off':
      return returnForReview(out, setting, item, said, by);
    case 'completed':
      return out.reply(false, `${identifier} is being handed off right now; try again in a moment.`);
    case 'needs_human':
    case 'failed':
      out.record({ type: 'steering-wanted', item: id, text: said, by });
      retry(out, setting, item, by);
      return out.reply(true, `${identifier} is queued again and hears it with its next turn.`);
    default:
      return steer(out, item, said, by);
  }
}

/** What is being merged at this moment must not change under the merge train. */
function returnForReview(out: Decision, setting: Setting, item: ItemState, said: string, by: string): void {
  const { identifier, id } = item.tracked;
  if (setting.state.train.current?.items.includes(id))
    return out.reply(false, `${identifier} is being merged right now; try again in a moment.`);
  const reason = `${by} has comments; back to its author`;
  if (!sendBack(out, setting, item, { why: 'review', report: said, outcome: 'none', reason }))
    return out.reply(false, `${identifier} has no work to comment on.`);
  out.reply(true, `${identifier} goes back to its author with your comments.`);
}
