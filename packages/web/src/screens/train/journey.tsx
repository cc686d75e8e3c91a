import type { Entry } from '@symphony/domain';
import {
  clockTime,
  counted,
  dayAndTime,
  duration,
  firstLine,
  short,
  wordsOf,
} from '@symphony/protocol/words';
import type { ReactNode } from 'react';
import { allItems } from '../../live/board-atoms.ts';
import { Badge } from '../../ui/badge.tsx';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import { ItemLink, ItemLinks } from './item-link.tsx';
import { END_WORDS, type Journey, returnWords } from './journeys.ts';

/** Reports are the output of programs: the beginning says what happened. */
const MOST = 8_000;

/** One attempt of the train and what came of it. */
export function JourneyRow({ journey }: { readonly journey: Journey }) {
  const { words, tone } = END_WORDS[journey.end];
  return (
    <li className="space-y-1.5 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Badge tone={tone}>{words}</Badge>
        <ItemLinks names={journey.items} />
        <time
          dateTime={new Date(journey.departedAt).toISOString()}
          title={dayAndTime(journey.departedAt)}
          className="ml-auto text-sm text-ink-faint tabular-nums"
        >
          {clockTime(journey.departedAt)}
          {journey.endedAt !== null && ` · ${duration(journey.endedAt - journey.departedAt)}`}
        </time>
      </div>
      {journey.entries.length > 0 && (
        <ul className="space-y-1 text-sm text-ink-soft">
          {journey.entries.map((entry) => (
            <li key={entry.seq}>{told(entry)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function told({ event }: Entry): ReactNode {
  switch (event.type) {
    case 'train-proved':
      return event.evidence.results.length === 0
        ? 'Nothing was left to check.'
        : `${counted(event.evidence.results.length, 'check')} passed on all of it together.`;
    case 'train-landed':
      return (
        <>
          Landed as <code className="font-mono">{short(event.commit)}</code>
        </>
      );
    case 'train-split':
      return (
        <>
          <Report text={event.why}>Does not hold together</Report>
          <p className="flex flex-wrap items-baseline gap-x-2">
            Tried in parts:
            {event.parts.map((part) => (
              <span key={part.join()} className="rounded-sm bg-sunken px-1.5">
                <ItemLinks names={part} />
              </span>
            ))}
          </p>
        </>
      );
    case 'handoff-returned':
      return (
        <Report text={event.report}>
          <ItemLink name={event.item} /> {returnWords(event)}
        </Report>
      );
    default:
      return plainLine(wordsOf(event, nameOf), 600);
  }
}

/** What happened, and what was seen: to be opened when that is longer than a line. */
function Report({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const report = plainText(text.slice(0, MOST)).trim();
  if (!report.includes('\n'))
    return (
      <p className="break-words">
        {children}
        {report !== '' && `: ${report}`}
      </p>
    );
  return (
    <>
      <p>{children}</p>
      <details>
        <summary className="cursor-pointer truncate text-ink-faint">{firstLine(report)}</summary>
        <pre className="mt-1 max-h-72 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
          {report}
          {text.length > MOST && '\n…'}
        </pre>
      </details>
    </>
  );
}

const nameOf = (id: string): string => allItems().get(id)?.identifier ?? id;
