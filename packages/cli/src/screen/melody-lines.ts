import type { MelodyRunView } from '@symphony/domain';
import { clockTime } from '@symphony/protocol/words';
import { type Column, table } from './columns.ts';
import type { Frame } from './frame.ts';

const COLUMNS: readonly Column[] = [{ max: 22 }, { max: 24 }, { max: 10 }, { max: 'rest' }, { max: 8 }];
/** How many that ended are still shown. */
const ENDED = 3;

/** The melodies on the status screen: those that are played, and the last few that ended. */
export function melodyLines(runs: readonly MelodyRunView[], frame: Frame): string[] {
  const active = runs.filter((run) => run.endedAt === null);
  const ended = runs.filter((run) => run.endedAt !== null).slice(-ENDED);
  if (active.length + ended.length === 0) return [];
  const rows = [...active, ...ended].map((run) =>
    [run.id, run.melody, run.state, standing(run), clockTime(run.endedAt ?? run.startedAt)].map((text) => ({
      text,
    })),
  );
  const lines = table(rows, COLUMNS, frame.columns - 2, frame.paint).map((line) => `  ${line}`);
  return ['', frame.paint('strong', 'Melodies'), ...lines];
}

function standing(run: MelodyRunView): string {
  const { nodes } = run;
  const all = Object.values(nodes).reduce((sum, count) => sum + count, 0);
  const done = nodes.completed + nodes.skipped;
  if (run.reason !== '') return run.reason;
  const now = run.now.length === 0 ? '' : `: ${run.now.join(', ')}`;
  return `${done} of ${all} steps${now}`;
}
