import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useCommand } from '../live/use-command.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { plainText } from '../ui/plain-text.ts';

interface SteerBoxProps {
  readonly item: string;
  /** What was said and not heard yet. */
  readonly unheard: string;
  /** Why nothing can be said; null when it can. */
  readonly refusal: string | null;
}

/** Words for the agent: it hears them with its next turn. */
export function SteerBox({ item, unheard, refusal }: SteerBoxProps) {
  const [text, setText] = useState('');
  const { busy, give } = useCommand();
  const say = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    const answer = await give({ name: 'steer', id: item, text });
    if (answer?.accepted) setText('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void say();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void say();
    }
  };
  if (refusal !== null) return <p className="px-1 pt-2 text-sm text-ink-faint">{refusal}</p>;
  return (
    <form onSubmit={submit} className="pt-2">
      {unheard !== '' && (
        <p className="mb-1 truncate px-1 text-sm text-ink-soft" title={plainText(unheard)}>
          Not heard yet: {plainText(unheard)}
        </p>
      )}
      <div className="flex items-end gap-2">
        <TextArea
          rows={2}
          aria-label="Say something to the agent"
          placeholder="Say something to the agent: it hears it with its next turn"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          className="max-h-48 resize-y"
        />
        <Button type="submit" look="primary" disabled={busy || text.trim() === ''} className="h-auto py-2">
          Tell it
          <span className="hidden sm:inline">
            <Kbd>Ctrl ⏎</Kbd>
          </span>
        </Button>
      </div>
    </form>
  );
}
