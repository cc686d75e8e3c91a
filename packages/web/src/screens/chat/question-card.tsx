import type { ChatId, ChatQuestion, ChatVerdict } from '@symphony/domain';
import { ShieldQuestion } from 'lucide-react';
import { useTelling } from '../../live/use-telling.ts';
import { Button } from '../../ui/button.tsx';
import { CodeWords } from '../../ui/code-words.tsx';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import { jsonText } from './tool-deed.ts';

interface QuestionCardProps {
  readonly chat: ChatId;
  readonly question: ChatQuestion;
}

/** What a tool wants to do, all of it, and a click to say whether it may. */
export function QuestionCard({ chat, question }: QuestionCardProps) {
  const { busy, tell } = useTelling();
  const answer = (verdict: ChatVerdict): void =>
    void tell({ name: 'chat-answer', chat, question: question.id, verdict });
  return (
    <section
      aria-label={`${plainLine(question.tool, 80)} asks`}
      className="space-y-2 rounded-lg border border-warn bg-warn-soft p-3"
    >
      <p className="flex items-start gap-2 font-medium">
        <ShieldQuestion className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <CodeWords text={plainText(question.text)} />
        </span>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-md bg-panel px-3 py-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {jsonText(question.input)}
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="sm" disabled={busy} onClick={() => answer('once')}>
          Allow once
        </Button>
        <Button size="sm" disabled={busy} onClick={() => answer('always')}>
          Always in this chat
        </Button>
        <Button look="danger" size="sm" disabled={busy} onClick={() => answer('no')}>
          Deny
        </Button>
      </div>
    </section>
  );
}
