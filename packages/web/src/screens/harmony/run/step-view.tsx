import type { MelodyView, NodePath, StepView as Step } from '@symphony/domain';
import { useAtomValue } from 'jotai';
import { CircleDot, RotateCcw, SkipForward } from 'lucide-react';
import { Link } from 'wouter';
import { itemPath } from '../../../app/places.ts';
import { STATE_LOOKS } from '../../../graph/looks.ts';
import { restAtom } from '../../../live/board-atoms.ts';
import { useTelling } from '../../../live/use-telling.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { plainLine, plainText } from '../../../ui/plain-text.ts';
import { Ago, Since } from '../../../ui/time.tsx';
import { Answers } from '../../inbox/answers.tsx';
import { exactDuration } from './exact-duration.ts';
import { nodeActsOf, withoutRounds } from './run-sight.ts';
import { ValueList } from './value-list.tsx';

interface StepViewProps {
  readonly view: MelodyView;
  readonly step: Step;
  /** Goes into a loop, to its last round. */
  onOpen(): void;
}

/** One node of a run: how it stands, what it gave, and what can be done about it. */
export function StepView({ view, step, onOpen }: StepViewProps) {
  const { busy, tell } = useTelling();
  const asked = useAtomValue(restAtom)?.inbox.find(
    ({ run, question }) => run === view.id && question.id === step.path,
  );
  const { icon: Icon, word, tone } = STATE_LOOKS[step.state];
  return (
    <div className="space-y-4 p-4">
      <div className="space-y-1">
        <h2 className="text-lg font-semibold break-words">{plainLine(step.name, 200)}</h2>
        {step.path !== step.name && <p className="font-mono text-sm break-all text-ink-faint">{step.path}</p>}
      </div>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>
          <Icon className="size-3.5" aria-hidden />
          {word}
        </Badge>
        {step.attempt > 1 && <span className="text-ink-soft">attempt {step.attempt}</span>}
        <Times step={step} />
      </p>
      {step.reason !== '' && !asked && (
        <p className="max-h-48 overflow-auto break-words whitespace-pre-wrap text-ink-soft">
          {plainText(step.reason.slice(0, 4_000))}
        </p>
      )}
      {asked && (
        <div className="space-y-3 rounded-md bg-warn-soft p-3">
          <p className="break-words whitespace-pre-wrap">{plainText(asked.question.text.slice(0, 20_000))}</p>
          <Answers
            question={asked.question}
            busy={busy}
            numbered={false}
            onAnswer={(text) => void tell({ name: 'answer', id: view.id, question: step.path, text })}
          />
        </div>
      )}
      {step.item !== null && (
        <p>
          Played as{' '}
          <Link href={itemPath(step.item)} className="font-mono text-accent underline">
            {plainLine(step.item, 80)}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {step.kind === 'loop' && (
          <Button size="sm" onClick={onOpen}>
            Open its rounds
          </Button>
        )}
        <StepActs view={view} step={step} />
      </div>
      <ValueList title="Outputs" values={step.outputs} />
    </div>
  );
}

function StepActs({ view, step }: Pick<StepViewProps, 'view' | 'step'>) {
  const { busy, tell } = useTelling();
  const { retry, skip } = nodeActsOf(step.state);
  const over = view.state === 'completed' || view.state === 'cancelled';
  const path = withoutRounds(step.path);
  const marked = view.breakpoints.includes(path);
  if (over) return null;
  return (
    <>
      {retry && (
        <Button
          size="sm"
          disabled={busy}
          onClick={() => void tell({ name: 'melody-retry', run: view.id, node: step.path })}
        >
          <RotateCcw className="size-4" aria-hidden />
          Try again
        </Button>
      )}
      {skip && (
        <Button
          size="sm"
          disabled={busy}
          onClick={() => void tell({ name: 'melody-skip', run: view.id, node: step.path })}
        >
          <SkipForward className="size-4" aria-hidden />
          Skip
        </Button>
      )}
      {view.state !== 'failed' && (
        <Button
          size="sm"
          aria-pressed={marked}
          disabled={busy}
          onClick={() => void tell({ name: 'melody-breakpoints', run: view.id, nodes: toggled(view, path) })}
        >
          <CircleDot className={marked ? 'size-4 text-bad' : 'size-4'} aria-hidden />
          Breakpoint
        </Button>
      )}
    </>
  );
}

export const toggled = ({ breakpoints }: MelodyView, path: NodePath): readonly NodePath[] =>
  breakpoints.includes(path) ? breakpoints.filter((each) => each !== path) : [...breakpoints, path];

function Times({ step: { startedAt, endedAt } }: { readonly step: Step }) {
  if (startedAt === null) return null;
  return (
    <span className="text-ink-soft">
      {endedAt === null ? (
        <>
          for <Since at={startedAt} />
        </>
      ) : (
        <>
          {exactDuration(endedAt - startedAt)}, <Ago at={endedAt} />
        </>
      )}
    </span>
  );
}
