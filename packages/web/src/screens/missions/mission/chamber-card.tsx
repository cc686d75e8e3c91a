import type { Collision, PartView, RecordedDeviation } from '@symphony/domain';
import { costOf, counted } from '@symphony/protocol/words';
import { useAtomValue } from 'jotai';
import { Hand, SignpostBig, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { itemPath } from '../../../app/places.ts';
import { itemAtom } from '../../../live/board-atoms.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/class-names.ts';
import { plainLine } from '../../../ui/plain-text.ts';
import { Since } from '../../../ui/time.tsx';
import { phaseWords } from '../mission-words.ts';
import { hasExplored, livePart, partLook, partName } from '../part-look.ts';
import { Scope } from '../scope.tsx';
import { collisionWords } from './collision-words.ts';

interface ChamberCardProps {
  readonly part: PartView;
  readonly recorded: readonly RecordedDeviation[];
  readonly radar: readonly Collision[];
  /** All of its task and its reason are told. */
  readonly whole?: boolean;
}

/** One chamber, live: who works in it on what, how far it is, and what stands in its way. */
export function ChamberCard({ part: planned, recorded, radar, whole = false }: ChamberCardProps) {
  const part = livePart(planned, useAtomValue(itemAtom(planned.item)));
  const { word, tone } = partLook(part, hasExplored(part, recorded));
  const found = recorded.filter(({ item }) => item === part.item);
  const said = plainLine(part.lastMessage || part.reason, whole ? 2_000 : 260);
  return (
    <article className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 truncate font-semibold">{plainLine(partName(part), 80)}</h3>
        <Badge tone={tone}>{word}</Badge>
        <Link
          href={itemPath(part.identifier)}
          className="ml-auto max-w-full truncate font-mono text-sm text-accent hover:underline"
        >
          {plainLine(part.identifier, 60)}
        </Link>
      </div>
      <p className={classes('text-sm text-ink-soft', !whole && 'line-clamp-2')}>
        {plainLine(part.title, 300)}
      </p>
      <Facts part={part} />
      <Scope scope={part.scope} />
      {part.held !== null && part.state === 'open' && part.outcome === 'none' && (
        <Note icon={<Hand className="size-4" aria-hidden />}>It {plainLine(part.held, 300)}.</Note>
      )}
      {collisionWords(radar, part.item).map(({ words, sure }) => (
        <Note key={words} bad={sure} icon={<TriangleAlert className="size-4" aria-hidden />}>
          {words}
        </Note>
      ))}
      {found.length > 0 && (
        <Note icon={<SignpostBig className="size-4" aria-hidden />} plain={!found.some(isOpen)}>
          {counted(found.length, 'deviation')}: {found.map(({ id }) => id).join(', ')}
        </Note>
      )}
      {said !== '' && (
        <p
          className={classes(
            'rounded-md bg-sunken px-2 py-1 text-sm break-words text-ink-soft',
            !whole && 'line-clamp-3',
          )}
        >
          {said}
        </p>
      )}
    </article>
  );
}

const isOpen = ({ decision, severity }: RecordedDeviation): boolean =>
  decision === null && severity !== 'minor';

function Facts({ part }: { readonly part: PartView }) {
  const cost = costOf(part.spend);
  const facts = [
    part.playedBy !== null && <span key="player">{plainLine(part.playedBy, 40)}</span>,
    part.startedAt !== null && <Since key="since" at={part.startedAt} />,
    cost !== '' && (
      <span key="cost" className="tabular-nums">
        {cost}
      </span>
    ),
    part.phase !== null && (
      <span key="phase">
        {phaseWords(part.phase)}
        {part.cycle > 1 && `, cycle ${part.cycle}`}
      </span>
    ),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-faint [&>*+*]:before:mr-1.5 [&>*+*]:before:content-['·']">
      {facts}
    </p>
  );
}

interface NoteProps {
  readonly icon: ReactNode;
  readonly bad?: boolean;
  /** Nothing to do about it. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

const Note = ({ icon, bad = false, plain = false, children }: NoteProps) => (
  <p
    className={classes(
      'flex items-start gap-1.5 text-sm [&>svg]:mt-0.5 [&>svg]:shrink-0',
      plain ? 'text-ink-soft' : bad ? 'text-bad' : 'text-warn',
    )}
  >
    {icon}
    <span className="min-w-0 break-words">{children}</span>
  </p>
);
