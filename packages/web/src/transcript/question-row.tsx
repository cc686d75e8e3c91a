import { defaultWords } from '@symphony/protocol/words';
import { useAtomValue } from 'jotai';
import { CircleHelp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { restAtom } from '../live/board-atoms.ts';
import { useCommand } from '../live/use-command.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { plainText } from '../ui/plain-text.ts';
import type { QuestionBlock } from './block.ts';

/** A question of the agent, answered where it stands. */
export function QuestionRow({ block, item }: { readonly block: QuestionBlock; readonly item: string }) {
  const inbox = useAtomValue(restAtom)?.inbox ?? [];
  const { question, answer, withdrawn } = block;
  const waits = !answer && !withdrawn && inbox.some((each) => each.question.id === question.id);
  return (
    <div className="rounded-md bg-warn-soft px-3 py-2">
      <p className="flex gap-2">
        <CircleHelp className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <span className="sr-only">The agent asks: </span>
          {question.text}
          <span className="text-ink-soft">{plainText(defaultWords(question))}</span>
        </span>
      </p>
      <div className="mt-1.5 ml-6">
        {waits && <Answer block={block} item={item} />}
        {answer && (
          <p className="text-sm">
            <span className="text-ink-soft">{answer.by} answered: </span>
            <span className="font-medium">{answer.text}</span>
          </p>
        )}
        {!answer && !waits && <p className="text-sm text-ink-soft">It no longer waits for an answer.</p>}
      </div>
    </div>
  );
}

function Answer({ block: { question }, item }: { readonly block: QuestionBlock; readonly item: string }) {
  const [text, setText] = useState('');
  const { busy, give } = useCommand();
  const answer = (words: string) =>
    void give({ name: 'answer', id: item, question: question.id, text: words });
  const choices = question.choices.length > 0 ? question.choices : question.permission ? LEAVE : [];
  if (choices.length > 0)
    return (
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button key={choice} size="sm" disabled={busy} onClick={() => answer(choice)}>
            {plainText(choice)}
          </Button>
        ))}
      </div>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer(text);
  };
  return (
    <form onSubmit={submit} className="flex gap-2">
      <TextInput
        aria-label="Your answer"
        placeholder="Your answer"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={busy || text.trim() === ''}>
        Answer
      </Button>
    </form>
  );
}

const LEAVE = ['allow', 'deny'] as const;
