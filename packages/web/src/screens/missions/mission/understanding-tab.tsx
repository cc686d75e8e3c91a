import type { Clarification, HandOn, MissionView, Noted } from '@symphony/domain';
import { ArrowRight } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { plainLine, plainText } from '../../../ui/plain-text.ts';
import { Prose } from '../../../ui/prose.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Ago } from '../../../ui/time.tsx';
import { keyWords, phaseWords } from '../mission-words.ts';
import { Criteria } from '../plan/plan-terms.tsx';
import { NewRequirement } from './new-requirement.tsx';

/** What the mission is about as far as anybody knows, and how that came to be. */
export function UnderstandingTab({ view }: { readonly view: MissionView }) {
  const { understanding, plan } = view;
  if (!understanding)
    return (
      <EmptyState title="It is not planned yet">
        How it is understood is told with the plan, and grows from there.
      </EmptyState>
    );
  const { current, originalRequest, requirements, clarifications, rules } = understanding;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="space-y-4">
        <Panel title="As it is understood now">
          <div className="px-4 py-3">
            <Prose text={current} />
          </div>
        </Panel>
        <Panel title="As it was asked for">
          <p className="px-4 py-3 break-words whitespace-pre-wrap text-ink-soft">
            {plainText(originalRequest.slice(0, 20_000))}
          </p>
        </Panel>
        {plan && <Criteria criteria={plan.criteria} />}
        <Panel title="How it changed">
          {clarifications.length === 0 ? (
            <Nothing>It is understood as it was planned.</Nothing>
          ) : (
            <ol aria-label="Clarifications" className="divide-y divide-line">
              {clarifications.toReversed().map((each) => (
                <Clarified key={`${each.at} ${each.by}`} clarification={each} />
              ))}
            </ol>
          )}
        </Panel>
      </div>
      <div className="space-y-4">
        <Panel title="Requirements that were found">
          {requirements.length === 0 ? (
            <Nothing>None was found yet.</Nothing>
          ) : (
            <ul aria-label="Requirements" className="divide-y divide-line">
              {requirements.map((each) => (
                <NotedRow key={each.text} noted={each} />
              ))}
            </ul>
          )}
          {view.step !== 'ended' && <NewRequirement mission={view.id} />}
        </Panel>
        <Panel title="Rules of the business">
          {rules.length === 0 ? (
            <Nothing>Nobody noted one yet.</Nothing>
          ) : (
            <ul aria-label="Business rules" className="divide-y divide-line">
              {rules.map((each) => (
                <NotedRow key={`${each.area} ${each.text}`} noted={each} kind={keyWords(each.area)} />
              ))}
            </ul>
          )}
        </Panel>
        <Panel title="Handed on between phases">
          <HandOns handOns={view.handOns} />
        </Panel>
      </div>
    </div>
  );
}

const Nothing = ({ children }: { readonly children: string }) => (
  <p className="px-4 py-3 text-sm text-ink-faint">{children}</p>
);

const NotedRow = ({ noted, kind }: { readonly noted: Noted; readonly kind?: string }) => (
  <li className="space-y-0.5 px-4 py-2">
    <p className="break-words">
      {kind !== undefined && (
        <span className="mr-2">
          <Badge>{kind}</Badge>
        </span>
      )}
      {plainText(noted.text.slice(0, 2_000))}
    </p>
    <Who noted={noted} />
  </li>
);

const Who = ({ noted: { by, at, why } }: { readonly noted: Omit<Noted, 'text'> }) => (
  <p className="text-sm break-words text-ink-faint">
    {plainLine(by, 60)}, <Ago at={at} />
    {why !== '' && `: ${plainLine(why, 400)}`}
  </p>
);

const Clarified = ({ clarification }: { readonly clarification: Clarification }) => (
  <li className="space-y-1 px-4 py-3">
    <p className="text-sm break-words whitespace-pre-wrap text-ink-faint">
      {plainText(clarification.old.slice(0, 2_000))}
    </p>
    <p className="flex items-start gap-2 break-words whitespace-pre-wrap">
      <ArrowRight className="mt-1 size-4 shrink-0 text-ink-faint" aria-label="became" />
      <span className="min-w-0">{plainText(clarification.new.slice(0, 2_000))}</span>
    </p>
    <Who noted={clarification} />
  </li>
);

function HandOns({ handOns }: { readonly handOns: readonly HandOn[] }) {
  if (handOns.length === 0) return <Nothing>Nothing was handed on yet.</Nothing>;
  return (
    <ul aria-label="Hand-ons" className="divide-y divide-line">
      {handOns.map(({ phase, worker, key, values }) => (
        <li key={`${phase} ${worker} ${key}`} className="space-y-1 px-4 py-2">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{keyWords(key)}</span>
            <span className="text-sm text-ink-faint">
              {phaseWords(phase)}
              {worker !== null && `, ${plainLine(worker, 60)}`}
            </span>
          </p>
          <ul className="list-disc space-y-0.5 pl-5 text-sm text-ink-soft">
            {values.map((value) => (
              <li key={value} className="break-words">
                {plainLine(value, 600)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
