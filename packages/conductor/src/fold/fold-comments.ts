import type { LogEvent } from '@symphony/domain';
import { replyTo } from '../policy/commenting.ts';
import type { ConductorState } from '../state.ts';

/** Older ones are past what any tracker tells again. */
const REMEMBERED = 10_000;

/** A comment is open from when it is heard until its author was told what came of it. */
export function foldComments(state: ConductorState, event: LogEvent): void {
  switch (event.type) {
    case 'comment-heard': {
      const { item, comment, offer = null, author, standing, text } = event;
      state.openComments.set(comment, { item, offer, author, standing, text, reply: null });
      state.heardComments.add(comment);
      for (const oldest of state.heardComments) {
        if (state.heardComments.size <= REMEMBERED) break;
        state.heardComments.delete(oldest);
      }
      break;
    }
    case 'comment-settled': {
      const open = state.openComments.get(event.comment);
      const reply = replyTo(event.accepted, event.message);
      if (open) state.openComments.set(event.comment, { ...open, reply });
      break;
    }
    case 'comment-answered':
      state.openComments.delete(event.comment);
      break;
    case 'comments-read':
      state.commentCursor = event.cursor;
      break;
    default:
      break;
  }
}
