import {
  type CommentCommand,
  LONGEST_COMMENT,
  readCommentCommand,
  type TrackerComment,
} from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Effect } from '../effect.ts';
import type { Command, Input } from '../input.ts';
import { type CommentPlace, placeOf, replyTo } from '../policy/commenting.ts';
import type { OpenComment } from '../state.ts';
import { commanded } from './commands.ts';

/**
 * What people command by comments, on the tracker or on what was offered for an item. A comment goes heard → settled → answered, each step recorded
 * before the next is performed: it is never obeyed twice, and never left without an answer, whatever is killed when.
 */

/** By webhook or by asking: what is meant for us and was not heard before is put on record. */
export function commentsRead(
  out: Decision,
  setting: Setting,
  { comments, next }: Extract<Input, { type: 'comments-read' }>,
): void {
  const { state } = setting;
  const once = new Map(comments.map((comment) => [comment.id, comment]));
  for (const comment of once.values()) {
    if (!isForUs(comment, setting)) continue;
    const place = placeOf(state.items, comment.item);
    if (place) hear(out, place, comment); // nothing we know of has nothing to be commanded
  }
  out.reply(true, 'It is on record.');
  if (next !== null && next !== state.commentCursor) out.record({ type: 'comments-read', cursor: next });
}

type Said = Omit<TrackerComment, 'item'>;

/** Commanded by a person, and not heard before. */
export const isForUs = ({ id, standing, text }: Said, { state }: Setting): boolean =>
  standing !== 'machine' && !state.heardComments.has(id) && readCommentCommand(text).kind !== 'none';

export function hear(out: Decision, { item, offer }: CommentPlace, said: Said): void {
  const { id: comment, author, standing } = said;
  const text = said.text.slice(0, LONGEST_COMMENT);
  const where = offer === null ? {} : { offer };
  out.record({ type: 'comment-heard', item, comment, ...where, author, standing, text });
  out.perform({ type: 'weigh-comment', item, comment, offer, author: author.id, standing });
}

/** Whether its author may command is known: it is obeyed or refused, in one commit with the record of it. */
export function commentWeighed(
  out: Decision,
  setting: Setting,
  { comment, allowed }: Extract<Input, { type: 'comment-weighed' }>,
): void {
  const open = setting.state.openComments.get(comment);
  if (!open || open.reply !== null) return;
  const { item, author, offer } = open;
  const { accepted, message } = obey(out, setting, open, allowed);
  out.record({ type: 'comment-settled', item, comment, by: author.name, accepted, message });
  out.perform({ type: 'answer-comment', item, comment, offer, text: replyTo(accepted, message) });
}

function obey(
  out: Decision,
  setting: Setting,
  { item, author, text }: OpenComment,
  allowed: boolean,
): { readonly accepted: boolean; readonly message: string } {
  if (!allowed)
    return {
      accepted: false,
      message: `${author.name} may not command Symphony; only people who may write to this project can.`,
    };
  const reading = readCommentCommand(text);
  if (reading.kind !== 'command')
    return { accepted: false, message: reading.kind === 'unclear' ? reading.reason : 'There is no command.' };
  commanded(out, setting, commandOf(reading.command, item, author.name));
  return out.answer ?? { accepted: false, message: 'It could not be done.' };
}

function commandOf(command: CommentCommand, item: string, by: string): Command {
  switch (command.name) {
    case 'stop':
      return { name: 'kill', item, by };
    case 'pause':
      return { name: 'pause', item, now: false, by };
    case 'answer':
      return { name: 'answer', item, question: null, text: command.text, by };
    case 'steer':
      return { name: 'steer', item, text: command.text, by };
    default:
      return { name: command.name, item, by };
  }
}

export function commentTold(
  out: Decision,
  { state }: Setting,
  { comment, ok, message }: Extract<Input, { type: 'comment-told' }>,
): void {
  const open = state.openComments.get(comment);
  if (open) out.record({ type: 'comment-answered', item: open.item, comment, ok, message });
}

/** What every comment that is still open waits for: asked again with every tick, and after a restart. */
export function takeUpComments(out: Decision, { state }: Setting): void {
  for (const [comment, open] of state.openComments) out.perform(nextStep(comment, open));
}

const nextStep = (comment: string, { item, offer, author, standing, reply }: OpenComment): Effect =>
  reply === null
    ? { type: 'weigh-comment', item, comment, offer, author: author.id, standing }
    : { type: 'answer-comment', item, comment, offer, text: reply };
