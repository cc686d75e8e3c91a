import { type Criterion, formatUsd, type MissionLimits, type MissionPlan } from '@symphony/domain';
import { Terminal, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { SEVERITY_TONES, VERDICT_LOOKS } from '../mission-words.ts';

/** When the mission is done, and who says so. */
export const Criteria = ({ criteria }: { readonly criteria: readonly Criterion[] }) => (
  <Panel title="Done when">
    <ul className="divide-y divide-line">
      {criteria.map(({ text, check }) => (
        <li key={`${text} ${check}`} className="space-y-0.5 px-4 py-2">
          <p className="break-words">{plainLine(text, 400)}</p>
          <p className="flex items-center gap-1.5 text-sm text-ink-soft">
            {check === null ? (
              <>
                <UserRoundCheck className="size-4 shrink-0" aria-hidden /> a person says so
              </>
            ) : (
              <>
                <Terminal className="size-4 shrink-0" aria-label="Checked by" />
                <code className="min-w-0 font-mono break-all">{plainLine(check, 400)}</code>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  </Panel>
);

/** How far it may go before a person is asked. */
export function Limits({ limits }: { readonly limits: MissionLimits }) {
  const { cycles, refinements, escalations, purges, parallel, usd } = limits;
  return (
    <Panel title="Limits">
      <dl className="divide-y divide-line">
        <Term name="Money">{usd === null ? 'no limit of its own' : `at most ${formatUsd(usd)}`}</Term>
        <Term name="Chambers at once">{parallel ?? 'as many as there are places'}</Term>
        <Term name="Cycles in a phase">{cycles}</Term>
        <Term name="Times a gate may send back">{refinements}</Term>
        <Term name="Stronger players tried">{escalations}</Term>
        <Term name="Purges tried again">{purges}</Term>
      </dl>
    </Panel>
  );
}

const Term = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-4 px-4 py-1.5 text-sm">
    <dt className="text-ink-soft">{name}</dt>
    <dd className="text-right tabular-nums">{children}</dd>
  </div>
);

/** Who decides where reality differs from the plan, and who judges. */
export const Decisions = ({
  plan: { rules, decider, reviewer },
}: {
  readonly plan: Pick<MissionPlan, 'rules' | 'decider' | 'reviewer'>;
}) => (
  <Panel title="Who decides">
    <ul className="divide-y divide-line text-sm">
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules are known by their number.
        <li key={at} className="space-y-0.5 px-4 py-2">
          <p className="flex flex-wrap items-center gap-1.5">
            <span className="text-ink-faint">Rule {at + 1}</span>
            {rule.severity && <Badge tone={SEVERITY_TONES[rule.severity]}>{rule.severity}</Badge>}
            {rule.worker !== null && <span>of {plainLine(rule.worker, 60)}</span>}
            {rule.about !== null && <span>about “{plainLine(rule.about, 80)}”</span>}
            <Badge tone={VERDICT_LOOKS[rule.verdict].tone}>{VERDICT_LOOKS[rule.verdict].word}</Badge>
          </p>
          {rule.instruction !== '' && <p className="text-ink-soft">{plainLine(rule.instruction, 300)}</p>}
        </li>
      ))}
      <li className="flex justify-between gap-4 px-4 py-2">
        <span className="text-ink-soft">{rules.length > 0 ? 'Other deviations' : 'Deviations'}</span>
        <span>{decider === null ? 'you' : plainLine(decider, 60)}</span>
      </li>
      <li className="flex justify-between gap-4 px-4 py-2">
        <span className="text-ink-soft">Skeletons are judged by</span>
        <span>{reviewer === null ? 'you' : plainLine(reviewer, 60)}</span>
      </li>
    </ul>
  </Panel>
);
