import { Circle, CircleCheck } from 'lucide-react';
import { classes } from '../ui/class-names.ts';
import type { PlanStep } from './block.ts';

/** What the agent means to do, as it stands. */
export function PlanCard({ plan }: { readonly plan: readonly PlanStep[] }) {
  const done = plan.filter((step) => step.done).length;
  return (
    <details open className="rounded-lg border border-line bg-panel px-3 py-2">
      <summary className="cursor-pointer text-sm font-semibold">
        Plan{' '}
        <span className="font-normal text-ink-faint tabular-nums">
          {done} of {plan.length}
        </span>
      </summary>
      <ol className="mt-2 max-h-[50vh] space-y-1 overflow-auto text-sm">
        {plan.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place.
          <li key={at} className="flex gap-2">
            {step.done ? (
              <CircleCheck className="mt-0.5 size-3.5 shrink-0 text-good" aria-label="done" />
            ) : (
              <Circle className="mt-0.5 size-3.5 shrink-0 text-ink-faint" aria-label="to do" />
            )}
            <span className={classes('[overflow-wrap:anywhere]', step.done && 'text-ink-faint')}>
              {step.text}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
