import type { MissionVerdict, RecordedDeviation } from '@symphony/domain';
import { type ReactNode, useState } from 'react';
import { useTelling } from '../../../live/use-telling.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { plainLine, plainText } from '../../../ui/plain-text.ts';
import { Ago } from '../../../ui/time.tsx';
import { ItemLink } from '../../train/item-link.tsx';
import { phaseWords, SEVERITY_TONES, SOURCES, VERDICT_LOOKS } from '../mission-words.ts';
import { Scope } from '../scope.tsx';
import { decisionOf, USUAL_INSTRUCTION } from './deviation-decision.ts';
import { isOpen } from './deviation-order.ts';

interface DeviationCardProps {
  readonly mission: string;
  readonly found: RecordedDeviation;
  /** The mission is still played. */
  readonly live: boolean;
}

/** One deviation: what was expected, what is, what it means, and what was or is to be decided. */
export function DeviationCard({ mission, found, live }: DeviationCardProps) {
  const { id, severity, worker, phase, cycle, at, item, source, mark } = found;
  return (
    <li
      aria-label={`Deviation ${id}`}
      className="min-w-0 space-y-3 rounded-lg border border-line bg-panel p-4"
    >
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-mono text-sm font-semibold">{id}</span>
        <Badge tone={SEVERITY_TONES[severity]}>{severity}</Badge>
        {worker !== null && <span className="font-medium">{plainLine(worker, 60)}</span>}
        {item !== null && <ItemLink name={item} />}
        <span className="ml-auto text-sm text-ink-faint">
          {phase !== null && `${phaseWords(phase)}, cycle ${cycle}, `}
          <Ago at={at} />
        </span>
      </div>
      <dl className="grid items-baseline gap-x-4 gap-y-1.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
        <Line name="Expected">{found.expected}</Line>
        <Line name="Discovered" strong>
          {found.discovered}
        </Line>
        <Line name="Done about it">{found.action}</Line>
        <Line name="Because">{found.reasoning}</Line>
        <Line name="Impact">{found.impact}</Line>
      </dl>
      {(found.affects ?? []).length > 0 && <Scope scope={found.affects ?? []} />}
      <p className="text-sm text-ink-faint">
        {SOURCES[source]}
        {mark !== null && (
          <>
            {source === 'mark' ? ' at ' : ', marked at '}
            <code className="font-mono break-all text-ink-soft">
              {plainLine(mark.file, 200)}:{mark.line}
            </code>
          </>
        )}
      </p>
      {found.decision ? (
        <Decided decision={found.decision} />
      ) : (
        live && isOpen(found) && <Decide mission={mission} id={id} />
      )}
    </li>
  );
}

const Line = ({
  name,
  strong = false,
  children,
}: {
  readonly name: string;
  readonly strong?: boolean;
  readonly children: string;
}): ReactNode =>
  children.trim() === '' ? null : (
    <>
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className={strong ? 'font-semibold break-words' : 'break-words'}>
        {plainText(children.slice(0, 4_000))}
      </dd>
    </>
  );

function Decided({ decision }: { readonly decision: NonNullable<RecordedDeviation['decision']> }) {
  const { verdict, instruction, rationale, by } = decision;
  const { word, tone } = VERDICT_LOOKS[verdict];
  return (
    <div className="space-y-1 border-t border-line pt-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="text-sm text-ink-soft">by {plainLine(by, 60)}</span>
      </p>
      {instruction !== '' && <p className="break-words">{plainLine(instruction, 1_000)}</p>}
      {rationale !== '' && rationale !== instruction && (
        <p className="text-sm break-words text-ink-soft">{plainLine(rationale, 1_000)}</p>
      )}
    </div>
  );
}

function Decide({ mission, id }: { readonly mission: string; readonly id: string }) {
  const { busy, tell } = useTelling();
  const [words, setWords] = useState('');
  const decide = (verdict: MissionVerdict) => () =>
    void tell({ name: 'mission', mission, act: decisionOf(id, verdict, words) });
  return (
    <div className="space-y-2 border-t border-line pt-3">
      <TextArea
        aria-label={`Words about ${id}`}
        placeholder={`What is to be done instead, or why. For a rework, without a word: “${USUAL_INSTRUCTION}”`}
        rows={2}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={busy}
          onClick={decide('adopt')}
          title="The work stands and the plan gives way"
        >
          Adopt
        </Button>
        <Button
          disabled={busy}
          onClick={decide('rework')}
          title="It is merged, and its author goes on with your words"
        >
          Rework
        </Button>
        <Button look="danger" disabled={busy} onClick={decide('reject')} title="The work is not merged">
          Reject
        </Button>
      </div>
    </div>
  );
}
