import type { ExecutionStep } from '@symphony/domain';
import { ChevronRight, ListTree, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SmallGraph } from '../../graph/graph-canvas.tsx';
import { STATE_LOOKS } from '../../graph/looks.ts';
import { useOpened } from '../../transcript/opened.ts';
import { toneText } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { plainLine, plainText } from '../../ui/plain-text.ts';
import type { PlanRow } from './chat-rows.ts';
import { planDrawing, planWords, stepState } from './plan-drawing.ts';
import { useWide } from './use-wide.ts';

const NONE: ReadonlySet<string> = new Set();

/** A plan as it is played: drawn where there is room, and as a list. */
export function PlanCard({ row }: { readonly row: PlanRow }) {
  const { plan, asking, last, key } = row;
  // Opened means otherwise than at first: the last one is drawn until it is closed, others until they are opened.
  const [opened, toggle] = useOpened(`plan ${key}`);
  const wide = useWide();
  const drawn = wide && opened !== last;
  return (
    <section aria-label="Plan" className="overflow-hidden rounded-lg border border-line bg-panel">
      <header className="flex items-center gap-2 px-3 py-1.5">
        <Waypoints className="size-4 shrink-0 text-accent" aria-hidden />
        <h3 className="text-sm font-semibold">Plan</h3>
        <span className="min-w-0 flex-1 truncate text-sm text-ink-soft tabular-nums">{planWords(plan)}</span>
        {wide && (
          <Button size="sm" look="quiet" aria-expanded={drawn} onClick={toggle}>
            <ListTree className="size-3.5" aria-hidden /> {drawn ? 'Hide the graph' : 'Draw it'}
          </Button>
        )}
      </header>
      {drawn && <PlanGraph row={row} />}
      <ol className="divide-y divide-line border-t border-line">
        {plan.steps.map((step) => (
          <StepLine key={step.stepNumber} step={step} asking={asking} />
        ))}
      </ol>
      {plan.reasoning.trim() !== '' && <Reasoning text={plan.reasoning} />}
    </section>
  );
}

function PlanGraph({ row: { plan, asking } }: { readonly row: PlanRow }) {
  const { nodes, edges } = useMemo(() => planDrawing(plan, asking), [plan, asking]);
  const [selected, setSelected] = useState(NONE);
  return (
    <div className="h-48 border-t border-line bg-surface">
      <SmallGraph
        key={nodes.map(({ id }) => id).join()} // one that was changed is looked at as a whole again
        label="The plan as it is played"
        still
        nodes={nodes}
        edges={edges}
        selected={selected}
        onSelect={setSelected}
      />
    </div>
  );
}

function StepLine({ step, asking }: { readonly step: ExecutionStep; readonly asking: ReadonlySet<number> }) {
  const { icon: Icon, word, tone } = STATE_LOOKS[stepState(step, asking)];
  return (
    <li className="flex gap-2 px-3 py-1.5 text-sm">
      <Icon
        className={classes(
          'mt-0.5 size-4 shrink-0',
          toneText(tone),
          step.status === 'in_progress' && 'animate-spin [animation-duration:2s]',
        )}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {step.stepNumber}. {plainLine(step.description || step.toolName, 300)}
          </span>
          {step.toolName !== 'none' && (
            <span className="font-mono text-xs text-ink-faint">{plainLine(step.toolName, 80)}</span>
          )}
        </p>
        {step.error && (
          <p
            className={classes(
              '[overflow-wrap:anywhere]',
              step.status === 'failed' ? 'text-bad' : 'text-ink-soft',
            )}
          >
            {plainText(step.error)}
          </p>
        )}
      </div>
      <span className={classes('shrink-0 text-xs', toneText(tone))}>{word}</span>
    </li>
  );
}

const Reasoning = ({ text }: { readonly text: string }) => (
  <details className="group border-t border-line px-3 py-1.5 text-sm">
    <summary className="flex cursor-pointer list-none items-center gap-2 text-ink-soft">
      <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" aria-hidden /> Why this
      plan
    </summary>
    <p className="py-1 pl-5.5 whitespace-pre-wrap text-ink-soft [overflow-wrap:anywhere]">
      {plainText(text)}
    </p>
  </details>
);
