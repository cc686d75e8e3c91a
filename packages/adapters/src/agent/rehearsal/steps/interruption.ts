import { endRun, signalOne } from '../../../process/group.ts';
import { markerOf } from '../../../process/marker.ts';
import { groupMembers } from '../../../process/table.ts';
import type { Action } from '../script/step.ts';
import type { Stage, StepEnd } from '../stage.ts';
import { nameOfAsking } from './asking.ts';
import { removeStaleLocks } from './git.ts';

/**
 * Waits for a step, or until the turn is interrupted: nothing of the step goes on then. Its promise
 * may settle later, when nobody looks at it any more.
 */
export async function unlessInterrupted(
  interruption: AbortSignal,
  step: Promise<StepEnd>,
  breakOff: () => Promise<void>,
): Promise<StepEnd> {
  const { promise: interrupted, resolve } = Promise.withResolvers<StepEnd>();
  const interrupt = (): void => resolve({ kind: 'interrupted' });
  interruption.addEventListener('abort', interrupt);
  const end = await Promise.race([step, interrupted]);
  interruption.removeEventListener('abort', interrupt);
  if (end.kind === 'interrupted') await breakOff();
  return end;
}

export async function breakOffStep({ cwd, journal, tell }: Stage, { kind }: Action): Promise<void> {
  if (kind === 'ask' || kind === 'permission') tell({ type: 'withdrawn', id: nameOfAsking(journal.record) });
  await endCompany();
  if (kind === 'run') removeStaleLocks(cwd);
}

/** Ends every process this one has started: those in its group, and those that left it. */
async function endCompany(): Promise<void> {
  for (const { pid } of await groupMembers(process.pid)) if (pid !== process.pid) signalOne(pid, 'SIGKILL');
  const marker = markerOf(
    Object.entries(process.env)
      .map(([name, value]) => `${name}=${value}`)
      .join('\0'),
  );
  if (marker !== null) await endRun(marker); // this process is left out
}
