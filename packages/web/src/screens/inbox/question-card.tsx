import { chatOfSession, type QuestionView } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import { chatPath, itemPath, missionPath } from '../../app/places.ts';
import { findItem, restAtom } from '../../live/board-atoms.ts';
import { useCommand } from '../../live/use-command.ts';
import { Badge } from '../../ui/badge.tsx';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import { Ago } from '../../ui/time.tsx';
import { Until } from '../../ui/until.tsx';
import { ABORT, endsMission } from '../missions/abort.ts';
import { AbortConfirm } from '../missions/mission/abort-confirm.tsx';
import { Answers } from './answers.tsx';
import { defaultAt, isGate } from './inbox-list.ts';
import { Permission } from './permission.tsx';

/** More than anybody reads: the rest is in the item's log. */
const MOST = 20_000;

interface QuestionCardProps {
  readonly asked: QuestionView;
  /** The number keys answer it. */
  readonly current: boolean;
}

/** Somebody waits for a word: who, since when, for what, and how to give it. */
export function QuestionCard({ asked, current }: QuestionCardProps) {
  const { question } = asked;
  const { busy, give } = useCommand();
  const missions = useAtomValue(restAtom)?.missions ?? [];
  const [aborting, setAborting] = useState(false);
  const answer = (text: string): void =>
    void give({ name: 'answer', id: asked.item, question: question.id, text });
  const lapses = defaultAt(asked);
  return (
    <div className="space-y-3 p-4">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone="warn">{question.permission ? 'permission' : 'question'}</Badge>
        <Asker asked={asked} />
        <span className="ml-auto text-sm text-ink-faint">
          <Ago at={asked.askedAt} />
        </span>
      </div>
      {question.permission ? (
        <Permission request={question.permission} />
      ) : (
        <p className="max-h-72 overflow-auto break-words whitespace-pre-wrap">
          {plainText(question.text.slice(0, MOST))}
        </p>
      )}
      <Answers
        question={question}
        busy={busy}
        numbered={current}
        onAnswer={(text) => (endsMission(missions, asked, text) ? setAborting(true) : answer(text))}
      />
      <AbortConfirm open={aborting} onOpenChange={setAborting} onConfirm={() => answer(ABORT)} />
      {lapses !== null && (
        <p className="text-sm text-ink-faint">
          Without an answer it is told “{plainLine(question.defaultAnswer ?? '', 200)}” <Until at={lapses} />.
        </p>
      )}
    </div>
  );
}

function Asker({ asked }: { readonly asked: QuestionView }) {
  const rest = useAtomValue(restAtom);
  const mission = rest?.missions.find(({ id }) => id === asked.item);
  if (mission)
    return (
      <>
        <Link href={missionPath(mission.id)} className="min-w-0 truncate font-medium hover:underline">
          {plainLine(mission.title, 200)}
        </Link>
        <span className="text-sm text-ink-soft">a mission asks</span>
      </>
    );
  const chat = chatOfSession(asked.run);
  if (chat !== null)
    return (
      <>
        <Link href={chatPath(chat)} className="min-w-0 truncate font-medium hover:underline">
          {plainLine(asked.title ?? chat, 200)}
        </Link>
        <span className="text-sm text-ink-soft">a chat asks</span>
      </>
    );
  if (isGate(asked)) {
    const melody = rest?.melodies.find(({ id }) => id === asked.run);
    return (
      <Link
        href={`/harmony/run/${encodeURIComponent(asked.run)}`}
        className="min-w-0 truncate font-medium hover:underline"
      >
        {plainLine(melody?.title ?? asked.run, 200)}
      </Link>
    );
  }
  const item = findItem(asked.item);
  return (
    <>
      <Link href={itemPath(asked.item)} className="min-w-0 max-w-full truncate font-medium hover:underline">
        <span className="mr-2 font-mono text-sm text-ink-faint">{plainLine(asked.item, 60)}</span>
        {plainLine(item?.title ?? '', 200)}
      </Link>
      {item?.run && <span className="text-sm text-ink-soft">{plainLine(item.run.player, 40)} asks</span>}
    </>
  );
}
