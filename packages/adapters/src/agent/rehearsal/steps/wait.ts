import { spawn } from 'node:child_process';
import type { ActionOf, LimitEnd } from '../script/step.ts';
import { done, type StepEnd } from '../stage.ts';

/**
 * A stuck agent: says nothing and does not notice that its conductor is gone, only that it is interrupted. The stray it can
 * leave behind is in a session of its own and holds the output open, as badly kept servers do.
 */
export async function hangStep(action: ActionOf<'hang'>): Promise<StepEnd> {
  if (action.ignoreTerm) process.on('SIGTERM', () => undefined);
  if (action.leaveGroup) {
    const stray = spawn('sleep', ['1000000'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
    stray.unref();
  }
  await new Promise<void>((resolve) => {
    if (action.ms === null) setInterval(() => undefined, 1_000_000);
    else setTimeout(resolve, action.ms);
  });
  return done('woke up');
}

export const instantOf = (end: LimitEnd, now: number): number | null => {
  if (end === null) return null;
  return 'at' in end ? end.at : now + end.afterMs;
};
