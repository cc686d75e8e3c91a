import { type CommentCommand, LONGEST_COMMENT, readCommentCommand } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Effect } from '../effect.ts';
import type { Command, Input } from '../input.ts';
import { commentedItem, replyTo } from '../policy/commenting.ts';
import type { OpenComment } from '../state.ts';
import { commanded } from './commands.ts';

/**
 * What people command by comments on the tracker. A comment goes heard → settled → answered, each step recorded
 * before the next is performed: it is never obeyed twice, and never left without an answer, whatever is killed when.
 */

/** By webhook or by asking: what is meant for us and was not heard before is put on record. */
export function commentsRead(
  out: Decision,
  { state }: Setting,
  { comments, next }: Extract<Input, { type: 'comments-read' }>,
): void {
  const heard = new Set<string>();
  for (const { id, item: names, author, standing, text } of comments) {
    if (standing === 'machine' || state.heardComments.has(id) || heard.has(id)) continue;
    if (readCommentCommand(text).kind === 'none') continue;
    const item = commentedItem(state.items, names);
    if (item === null) continue; // nothing we know of, so there is nothing to command
    heard.add(id);
    const said = text.slice(0, LONGEST_COMMENT);
    out.record({ type: 'comment-heard', item, comment: id, author, standing, text: said });
    out.perform({ type: 'weigh-comment', item, comment: id, author: author.id, standing });
  }
  out.reply(true, 'It is on record.');
  if (next !== null && next !== state.commentCursor) out.record({ type: 'comments-read', cursor: next });
}

/** Whether its author may command is known: it is obeyed or refused, in one commit with the record of it. */
export function commentWeighed(
  out: Decision,
  setting: Setting,
  { comment, allowed }: Extract<Input, { type: 'comment-weighed' }>,
): void {
  const open = setting.state.openComments.get(comment);
  if (!open || open.reply !== null) return;
  const { item, author } = open;
  const { accepted, message } = obey(out, setting, open, allowed);
  out.record({ type: 'comment-settled', item, comment, by: author.name, accepted, message });
  out.perform({ type: 'answer-comment', item, comment, text: replyTo(accepted, message) });
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

const nextStep = (comment: string, { item, author, standing, reply }: OpenComment): Effect =>
  reply === null
    ? { type: 'weigh-comment', item, comment, author: author.id, standing }
    : { type: 'answer-comment', item, comment, text: reply };
