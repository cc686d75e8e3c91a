import type { ChatId, ChatRequest } from '@symphony/domain';
import { clockTime, dayAndTime, duration } from '@symphony/protocol/words';
import { BellRing, CircleSlash, FileText, Info, Plus, TriangleAlert, Unplug } from 'lucide-react';
import { memo } from 'react';
import { DeedsRow } from '../../transcript/deeds-row.tsx';
import { SpeechRow } from '../../transcript/speech-row.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import type { ChatRow, EndRow, RingRow } from './chat-rows.ts';
import { costDetail, moneyWords, routeDetail, routeWords, tokenWords } from './chat-words.ts';
import { LiveSpeechRow } from './live-row.tsx';
import { PlanCard } from './plan-card.tsx';
import { QuestionCard } from './question-card.tsx';

interface ChatRowProps {
  readonly row: ChatRow;
  readonly chat: ChatId;
  /** Makes a work item of one request. */
  onItem(request: ChatRequest): void;
}

/** One row of the conversation. */
export const ChatRowView = memo(function ChatRowView({ row, chat, onItem }: ChatRowProps) {
  return (
    <div className={classes('mx-auto max-w-3xl px-4', row.kind === 'asked' ? 'pt-6 pb-2' : 'py-1.5')}>
      {contentOf(row, chat, onItem)}
    </div>
  );
});

function contentOf(row: ChatRow, chat: ChatId, onItem: ChatRowProps['onItem']) {
  switch (row.kind) {
    case 'asked':
      return <Asked request={row.request} />;
    case 'plan':
      return <PlanCard row={row} />;
    case 'speech':
      return <SpeechRow block={row.block} />;
    case 'deeds':
      return <DeedsRow block={row.block} />;
    case 'note':
      return (
        <p className="flex gap-2 text-sm text-ink-soft">
          <Info className="mt-0.5 size-3.5 shrink-0 text-ink-faint" aria-hidden />
          <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{plainText(row.text)}</span>
        </p>
      );
    case 'question':
      return <QuestionCard chat={chat} question={row.question} />;
    case 'live':
      return <LiveSpeechRow row={row} />;
    case 'end':
      return <Ended row={row} onItem={onItem} />;
    case 'ring':
      return <Rang row={row} />;
  }
}

/** What the person asked, and who answers it. */
function Asked({ request }: { readonly request: ChatRequest }) {
  const { text, at, attached, route } = request;
  const words = routeWords(request);
  return (
    <div className="flex flex-col items-end gap-1">
      <div className="max-w-[85%] rounded-lg rounded-br-sm bg-accent-soft px-3.5 py-2">
        <h3 className="sr-only">You asked</h3>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{plainText(text)}</p>
        {attached.length > 0 && (
          <ul aria-label="Files given along" className="mt-1.5 flex flex-wrap gap-1.5">
            {attached.map((name) => (
              <li
                key={name}
                className="flex max-w-full items-center gap-1 rounded-sm bg-panel px-1.5 text-xs text-ink-soft"
              >
                <FileText className="size-3 shrink-0" aria-hidden />
                <span className="truncate">{plainLine(name, 120)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="flex gap-2 text-xs text-ink-faint">
        {words !== '' && (
          <span title={route ? plainLine(routeDetail(route)) : undefined}>{plainLine(words, 120)}</span>
        )}
        <time dateTime={new Date(at).toISOString()} title={dayAndTime(at)} className="tabular-nums">
          {clockTime(at)}
        </time>
      </p>
    </div>
  );
}

const ENDS = {
  done: null,
  failed: { icon: TriangleAlert, tone: 'bg-bad-soft text-bad', words: 'This did not work out.' },
  stopped: { icon: CircleSlash, tone: 'bg-sunken text-ink-soft', words: 'Stopped.' },
  interrupted: {
    icon: Unplug,
    tone: 'bg-warn-soft text-warn',
    words: 'Symphony was ended before it had answered. Ask again to go on.',
  },
} as const;

/** How a request ended and what it came to. */
function Ended({ row, onItem }: { readonly row: EndRow } & Pick<ChatRowProps, 'onItem'>) {
  const { request, state } = row;
  const { cost, at, endedAt, error, answer } = request;
  const end = ENDS[state];
  const figures = [
    ...(endedAt === null ? [] : [duration(endedAt - at)]),
    ...(cost.modelCalls === 0 ? [] : [tokenWords(cost), moneyWords(cost)]),
  ];
  return (
    <div className="space-y-2">
      {end && (
        <div className={classes('flex items-start gap-2 rounded-md px-3 py-2 text-sm', end.tone)}>
          <end.icon className="mt-0.5 size-4 shrink-0" aria-hidden />
          {state === 'failed' && error ? (
            <Failure error={error} answered={answer.trim() !== ''} />
          ) : (
            <p className="min-w-0">{end.words}</p>
          )}
        </div>
      )}
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 text-xs text-ink-faint">
        {figures.length > 0 && (
          <span className="tabular-nums" title={costDetail(cost)}>
            {figures.join(' · ')}
          </span>
        )}
        <Button
          size="sm"
          look="quiet"
          className="!h-6 !px-1.5 !text-xs"
          aria-label={`Make a work item of “${plainLine(request.text, 60)}”`}
          onClick={() => onItem(request)}
        >
          <Plus className="size-3" aria-hidden /> Work item
        </Button>
      </div>
    </div>
  );
}

/** Where there is an answer it tells of the failure in its own words: the whole story is a click away. */
function Failure({ error, answered }: { readonly error: string; readonly answered: boolean }) {
  const story = <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{plainText(error)}</p>;
  if (!answered)
    return (
      <div className="min-w-0">
        <p className="font-medium">Failed</p>
        {story}
      </div>
    );
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer font-medium">Not everything worked out</summary>
      {story}
    </details>
  );
}

/** A timer that is a moment late is not late. */
const LATE_MS = 60_000;

const Rang = ({ row: { label, at, lateMs } }: { readonly row: RingRow }) => (
  <p className="flex items-center gap-2 rounded-md bg-accent-soft px-3 py-2 text-sm">
    <BellRing className="size-4 shrink-0 text-accent" aria-hidden />
    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      <span className="font-medium">{label === '' ? 'The timer has rung' : plainLine(label, 200)}</span>
      {lateMs >= LATE_MS && (
        <span className="text-ink-soft"> ({duration(lateMs)} late, nobody was there to ring)</span>
      )}
    </span>
    <time
      dateTime={new Date(at).toISOString()}
      title={dayAndTime(at)}
      className="text-xs text-ink-soft tabular-nums"
    >
      {clockTime(at)}
    </time>
  </p>
);
