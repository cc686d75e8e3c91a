import type { MissionView } from '@symphony/domain';
import { Badge } from '../../../ui/badge.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { Ago } from '../../../ui/time.tsx';
import { GATE_LOOKS, phaseWords } from '../mission-words.ts';

/** What was said at the gates, the newest first. */
export function GateList({ gates }: { readonly gates: MissionView['gates'] }) {
  if (gates.length === 0)
    return <p className="px-4 py-3 text-sm text-ink-faint">No gate has been judged yet.</p>;
  return (
    <ol aria-label="Gates" className="divide-y divide-line">
      {gates.toReversed().map(({ at, phase, verdict, reasons, by }) => (
        <li key={`${at} ${phase} ${verdict}`} className="space-y-1 px-4 py-3">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{phaseWords(phase)}</span>
            <Badge tone={GATE_LOOKS[verdict].tone}>{GATE_LOOKS[verdict].word}</Badge>
            <span className="ml-auto text-sm text-ink-faint">
              by {plainLine(by, 60)}, <Ago at={at} />
            </span>
          </div>
          {reasons.length > 0 && (
            <ul className="list-disc space-y-0.5 pl-5 text-sm text-ink-soft">
              {reasons.map((reason) => (
                <li key={reason} className="break-words">
                  {plainLine(reason, 600)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
