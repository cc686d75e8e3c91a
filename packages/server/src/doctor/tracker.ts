import type { ConfigResult } from '../config/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Reach, scopes and budget of the tracker, as it tells them itself. Without one there is only the board. */
export async function checkTracker(result: ConfigResult): Promise<Finding[]> {
  const tracker = result.ok ? result.remote?.() : null;
  if (!tracker) return [];
  const found = await tracker.check();
  return found.map(({ level, message, nextStep = 'Look at `tracker` in .symphony/symphony.yaml.' }) => {
    if (level === 'ok') return ok('tracker', message);
    return level === 'warning'
      ? warning('tracker', message, nextStep)
      : problem('tracker', message, nextStep);
  });
}
