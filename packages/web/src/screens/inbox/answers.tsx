import type { AgentQuestion } from '@symphony/domain';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { choicesOf } from './inbox-list.ts';

interface AnswersProps {
  readonly question: AgentQuestion;
  readonly busy: boolean;
  /** The number keys stand beside the choices. */
  readonly numbered: boolean;
  onAnswer(text: string): void;
}

/** One click for one of the choices; words where there are none. */
export function Answers({ question, busy, numbered, onAnswer }: AnswersProps) {
  if (question.choices.length === 0) return <FreeAnswer busy={busy} onAnswer={onAnswer} />;
  return (
    <div className="flex flex-wrap gap-2">
      {choicesOf(question).map((choice, at) => (
        <Button
          key={choice}
          look={lookOf(question, choice)}
          disabled={busy}
          onClick={() => onAnswer(choice)}
          className="!h-auto min-h-8 !whitespace-normal py-1 text-left"
        >
          {numbered && at < 9 && <Kbd>{at + 1}</Kbd>}
          {question.permission ? (LEAVE[choice] ?? choice) : plainLine(choice, 300)}
        </Button>
      ))}
    </div>
  );
}

const LEAVE: Readonly<Record<string, string>> = {
  allow: 'Allow',
  always: 'Always in this chat',
  deny: 'Deny',
};

const lookOf = ({ permission }: AgentQuestion, choice: string): 'plain' | 'primary' | 'danger' => {
  if (!permission) return 'plain';
  return choice === 'allow' ? 'primary' : choice === 'always' ? 'plain' : 'danger';
};

function FreeAnswer({ busy, onAnswer }: Pick<AnswersProps, 'busy' | 'onAnswer'>) {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !busy) onAnswer(text.trim());
  };
  const press = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') form.current?.requestSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col items-end gap-2 sm:flex-row">
      <TextArea
        aria-label="Your answer"
        placeholder="Your answer…"
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <Button type="submit" look="primary" disabled={busy || text.trim() === ''}>
        Answer
      </Button>
    </form>
  );
}
