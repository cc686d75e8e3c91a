import type { Decision, Setting } from '../decision.ts';
import { keepsLetter } from '../policy/conformance.ts';
import { isTurnTimeout, stallDeadline } from '../policy/stall.ts';
import { give } from './commands.ts';
import { melodiesInTime } from './melodies.ts';
import { endAgent, failRun } from './running.ts';

/** What time alone brings about: stalls (C14), questions nobody answered, and what melodies wait for. */
export function timePassed(out: Decision, setting: Setting): void {
  const { state, settings, now } = setting;
  for (const id of state.underWay) {
    const item = state.items.get(id);
    const deadline = item ? stallDeadline(state, item, settings) : null;
    if (!item?.run || deadline === null || deadline > now) continue;
    const reason = `stalled after ${words(now - item.run.lastEventAt)} without a sign of life`;
    if (keepsLetter(settings)) {
      // The two limits of silence have a name each (svc-A9, svc-C1).
      const late = isTurnTimeout(item.run, settings) ? 'turn_timeout: ' : '';
      failRun(out, setting, item, item.run, `${late}${reason}`);
    } else if (out.move(item, 'stall_detected', reason)) endAgent(out, item, item.run, reason);
  }
  for (const open of state.questions.values()) {
    const { id, defaultAnswer, defaultAfterMs } = open.question;
    if (defaultAnswer === null || defaultAfterMs === null || open.askedAt + defaultAfterMs > now) continue;
    give(out, open.item, open.run, id, defaultAnswer, 'default');
  }
  melodiesInTime(out, setting);
}

const words = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
