import type { FindingView } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';
import { CircleAlert, CircleCheck, type LucideIcon, Stethoscope, TriangleAlert } from 'lucide-react';
import { useQuery } from '../../live/use-query.ts';
import { toneText } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { CodeWords } from '../../ui/code-words.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { findingsWords, worstFirst } from './findings.ts';

const LOOKS: Readonly<Record<FindingView['status'], { icon: LucideIcon; tone: Tone; words: string }>> = {
  ok: { icon: CircleCheck, tone: 'good', words: 'In order' },
  warning: { icon: TriangleAlert, tone: 'warn', words: 'Warning' },
  problem: { icon: CircleAlert, tone: 'bad', words: 'Problem' },
};

/** Whether everything is there that the work needs. */
export function DoctorTab() {
  const { data, error, loading, again } = useQuery('doctor', {});
  return (
    <Panel
      title={data ? findingsWords(data) : 'Doctor'}
      actions={
        <Button size="sm" onClick={again} disabled={loading}>
          <Stethoscope className="size-4" aria-hidden /> {loading ? 'Looking…' : 'Look again'}
        </Button>
      }
    >
      {error && <ErrorState error={error} again={again} />}
      {!data && !error && <Loading label="The doctor looks" />}
      {data && (
        <ul className="divide-y divide-line" aria-label="Findings">
          {worstFirst(data).map((finding) => (
            <Finding key={finding.name} finding={finding} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Finding({ finding }: { readonly finding: FindingView }) {
  const { icon: Icon, tone, words } = LOOKS[finding.status];
  return (
    <li className="flex items-start gap-3 px-4 py-2">
      <Icon className={classes('mt-0.5 size-4 shrink-0', toneText(tone))} aria-label={words} />
      <span className="w-28 shrink-0 truncate text-sm text-ink-soft md:w-40">
        {plainLine(finding.name, 60)}
      </span>
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <p>
          <CodeWords text={plainLine(finding.message, 600)} />
        </p>
        {finding.fix !== null && (
          <p className="text-ink-soft">
            <CodeWords text={plainLine(finding.fix, 600)} />
          </p>
        )}
      </div>
    </li>
  );
}
