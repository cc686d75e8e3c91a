import type { ReviewComment } from '@symphony/domain';
import { MessageSquareText } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Kbd } from '../ui/kbd.tsx';

interface RemarkBoxProps {
  readonly line: number;
  readonly text: string;
  onKeep(text: string): void;
  onLeave(): void;
}

/** Where a remark about a line is written. Ctrl-Enter keeps it, Escape leaves. */
export function RemarkBox({ line, text: before, onKeep, onLeave }: RemarkBoxProps) {
  const [text, setText] = useState(before);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    event.stopPropagation(); // the keys of the diff are letters here
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onKeep(text);
  };
  return (
    <div className="max-w-2xl rounded-md border border-line bg-panel p-2">
      <TextArea
        ref={box}
        rows={3}
        aria-label={`Remark about line ${line}`}
        placeholder="What should the agent do about this line?"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <div className="mt-1 flex items-center gap-2">
        <Button
          size="sm"
          look="primary"
          onClick={() => onKeep(text)}
          disabled={text.trim() === '' && before === ''}
        >
          Keep
        </Button>
        <Button size="sm" look="quiet" onClick={onLeave}>
          Leave it
        </Button>
        <span className="hidden text-xs text-ink-faint sm:inline">
          <Kbd>Ctrl ⏎</Kbd> keeps it. It is sent with the others.
        </span>
      </div>
    </div>
  );
}

interface RemarkCardProps {
  readonly comment: ReviewComment;
  onEdit(): void;
  onRemove(): void;
}

/** A remark that was written, below its line. */
export const RemarkCard = ({ comment, onEdit, onRemove }: RemarkCardProps) => (
  <div className="flex max-w-2xl items-start gap-2 rounded-md border border-line bg-warn-soft px-2 py-1.5">
    <MessageSquareText className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
    <p className="min-w-0 flex-1 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{comment.text}</p>
    <Button size="sm" look="quiet" onClick={onEdit}>
      Edit
    </Button>
    <Button size="sm" look="quiet" onClick={onRemove}>
      Remove
    </Button>
  </div>
);
