import type { ChatHead } from '@symphony/domain';
import { Link } from 'wouter';
import { chatPath } from '../../app/places.ts';
import { useQuery } from '../../live/use-query.ts';
import { plainLine } from '../../ui/plain-text.ts';
import { QuestionCard } from '../chat/question-card.tsx';

/** What a chat asks can be answered here too, without going there. */
export function AskingChat({ head, onAnswered }: { readonly head: ChatHead; onAnswered(): void }) {
  const { data } = useQuery('chat', { id: head.id }, { every: EVERY_MS });
  const questions = data?.requests.at(-1)?.questions ?? [];
  return (
    <li className="space-y-3 rounded-lg border border-line bg-panel p-4">
      <p className="flex items-baseline gap-2">
        <Link href={chatPath(head.id)} className="min-w-0 truncate font-medium hover:underline">
          {plainLine(head.title, 200)}
        </Link>
        <span className="shrink-0 text-sm text-ink-soft">a chat asks</span>
      </p>
      {questions.map((question) => (
        <QuestionCard key={question.id} chat={head.id} question={question} onAnswered={onAnswered} />
      ))}
    </li>
  );
}

const EVERY_MS = 3_000;
/** One that asks was spoken in just before. */
const MOST_CHATS = 20;

export function useAskingChats(): { readonly heads: readonly ChatHead[]; again(): void } {
  const { data, again } = useQuery('chats', { limit: MOST_CHATS }, { every: EVERY_MS });
  return { heads: data?.filter(({ state }) => state === 'asking') ?? [], again };
}
