import { counted } from '@symphony/protocol/words';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../live/use-command.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { plainText } from '../ui/plain-text.ts';
import { isEmpty, placeKey } from './review-draft.ts';
import type { Review } from './use-review-draft.ts';

interface ReviewBarProps {
  readonly item: string;
  readonly review: Review;
  onShow(path: string): void;
}

/** The remarks so far, and the one button that sends them as the agent's next turn. */
export function ReviewBar({ item, review, onShow }: ReviewBarProps) {
  const { draft } = review;
  const [leaving, setLeaving] = useState(false);
  const { busy, give } = useCommand();
  const send = async (): Promise<void> => {
    const answer = await give({
      name: 'review',
      id: item,
      comments: draft.comments,
      text: draft.text.trim(),
    });
    if (answer?.accepted) review.clear();
  };
  return (
    <section aria-label="Your review" className="border-t border-line p-2">
      {draft.comments.length > 0 && (
        <ul className="mb-2 max-h-24 overflow-auto text-sm">
          {draft.comments.map((comment) => (
            <li key={placeKey(comment)}>
              <button
                type="button"
                onClick={() => onShow(comment.path)}
                className="flex w-full gap-2 rounded-sm px-1 text-left hover:bg-sunken"
              >
                <span className="shrink-0 font-mono text-xs leading-5 text-ink-soft">
                  {plainText(comment.path)}:{comment.line}
                  {comment.side === 'old' && ' (before)'}
                </span>
                <span className="truncate">{comment.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <TextArea
          rows={1}
          aria-label="What you think of it as a whole"
          placeholder="What you think of it as a whole (optional)"
          value={draft.text}
          onChange={(event) => review.say(event.target.value)}
          className="min-w-40 flex-1 resize-y"
        />
        {!isEmpty(draft) && (
          <Button look="quiet" onClick={() => setLeaving(true)}>
            Discard
          </Button>
        )}
        <Button look="primary" disabled={busy || isEmpty(draft)} onClick={() => void send()}>
          <Send className="size-4" aria-hidden />
          {draft.comments.length === 0 ? 'Send' : `Send ${counted(draft.comments.length, 'remark')}`}
        </Button>
      </div>
      <Confirm
        open={leaving}
        onOpenChange={setLeaving}
        title="Discard your remarks?"
        description="They have not been sent and are gone then."
        act="Discard"
        onConfirm={review.clear}
      />
    </section>
  );
}
