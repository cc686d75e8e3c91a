import type { MissionPlan, Worker } from '@symphony/domain';
import { useEffect, useRef } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/class-names.ts';
import { plainLine, plainText } from '../../../ui/plain-text.ts';
import { phaseWords } from '../mission-words.ts';
import { Scope } from '../scope.tsx';

interface WorkerListProps {
  readonly workers: MissionPlan['workers'];
  readonly chosen: string | null;
  onChoose(id: string): void;
}

/** The workers of a plan; the one that is chosen tells all of its task. */
export function WorkerList({ workers, chosen, onChoose }: WorkerListProps) {
  return (
    <ul className="divide-y divide-line">
      {workers.map((worker) => (
        <WorkerRow
          key={worker.id}
          worker={worker}
          chosen={worker.id === chosen}
          onChoose={() => onChoose(worker.id)}
        />
      ))}
    </ul>
  );
}

function WorkerRow({
  worker,
  chosen,
  onChoose,
}: {
  readonly worker: Worker;
  readonly chosen: boolean;
  onChoose(): void;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const { id, phase, title, task, scope, needs, shares, player } = worker;
  return (
    <li ref={row} className={classes('space-y-1 px-4 py-3', chosen && 'bg-accent-soft')}>
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={chosen}
          onClick={onChoose}
          className="min-w-0 truncate text-left font-medium hover:underline"
        >
          {plainLine(id, 60)}
        </button>
        <Badge>{phaseWords(phase)}</Badge>
        {player !== null && <span className="text-sm text-ink-soft">{plainLine(player, 40)}</span>}
      </div>
      {title !== '' && <p className="text-sm text-ink-soft">{plainLine(title, 200)}</p>}
      <Scope scope={scope} />
      {needs.length > 0 && <p className="text-sm text-ink-soft">builds on {needs.join(', ')}</p>}
      {shares.length > 0 && <p className="text-sm text-ink-soft">shares files with {shares.join(', ')}</p>}
      {chosen && task.trim() !== '' && (
        <p className="text-sm break-words whitespace-pre-wrap">{plainText(task.slice(0, 8_000))}</p>
      )}
    </li>
  );
}
