import type { Decision, Setting } from '../decision.ts';
import { mayRemoveChamber } from '../policy/cleanup.ts';
import { keepsLetter } from '../policy/conformance.ts';
import { isDry } from '../policy/dry-run.ts';
import type { ItemState, RunState } from '../state.ts';
import { takeUpComments } from './comments.ts';
import { prepare } from './dispatch.ts';
import { closeDry, handoffEffect } from './handoff.ts';
import { recoverMelodies } from './melodies.ts';
import { recoverMissions } from './missions.ts';
import { playTurnAgain } from './running.ts';
import { removeChamber } from './stopping.ts';
import { giveBack } from './takeover.ts';
import { writeOnTracker } from './tracker-writes.ts';
import { assembleEffect, landEffect } from './train.ts';
import { afterEnding, proveEffect } from './turns.ts';

/**
 * What must be taken up again after a restart (C8). The log says where each item stands; for every
 * stand there is one effect that leads on, and each may be repeated without harm (C9). No agent of
 * an earlier conductor is alive any more when this is asked.
 */
export function recover(out: Decision, setting: Setting): void {
  const { state } = setting;
  for (const id of state.live) {
    const item = state.items.get(id);
    if (!item) continue;
    if (keepsLetter(setting.settings) && item.state !== 'handed_off') forget(out, setting, item);
    else recoverItem(out, setting, item);
  }
  const attempt = state.train.current;
  if (attempt) out.perform(attempt.proved ? landEffect(setting, attempt) : assembleEffect(setting, attempt));
  takeUpComments(out, setting);
  recoverMelodies(out, setting);
  recoverMissions(out, setting);
}

/** By the letter nothing of an earlier conductor is gone on with: what is active is dispatched anew (svc-C6). */
function forget(out: Decision, setting: Setting, item: ItemState): void {
  const id = item.tracked.id;
  if (item.state !== 'open') {
    const due = { retries: 0, dueAt: setting.now, error: '', sameAttempt: false };
    out.record({ type: 'retry-scheduled', item: id, ...due });
    if (!out.move(item, 'cancelled', 'Symphony was started again', { outcome: 'none' })) return;
  }
  if (item.run) out.record({ type: 'run-ended', item: id, run: item.run.id, spend: item.run.spend });
  if (mayRemoveChamber(item)) removeChamber(out, setting, item);
}

function recoverItem(out: Decision, setting: Setting, item: ItemState): void {
  writeOnTracker(out, item);
  if (item.proposal?.leaving)
    out.perform({ type: 'withdraw', item: item.tracked.id, ref: item.proposal.ref });
  if (item.run) recoverRun(out, setting, item, item.run);
  else if (item.state === 'completed' && isDry(item.tracked)) closeDry(out, setting, item);
  else if (item.state === 'completed') {
    const effect = handoffEffect(item, setting);
    if (effect) out.perform(effect);
    else out.move(item, 'error', 'the proved work is not known any more');
  }
  if (mayRemoveChamber(item)) removeChamber(out, setting, item);
}

function recoverRun(out: Decision, setting: Setting, item: ItemState, run: RunState): void {
  const id = item.tracked.id;
  if (run.takeover !== null) {
    // Nobody looks at it any more: the run goes on as if the person had left.
    giveBack(out, item, run, 'Symphony was started again');
    if (item.state === 'paused') return;
  }
  switch (run.phase) {
    case 'refreshing':
      out.perform({ type: 'refresh-item', item: id, run: run.id });
      return;
    case 'preparing':
      prepare(out, setting, item, run);
      return;
    case 'starting':
    case 'turn':
      playTurnAgain(out, setting, item, run, { turn: run.turn, kind: 'after-restart', mend: true });
      return;
    case 'inspecting':
      if (item.chamber)
        out.perform({ type: 'inspect-chamber', item: id, run: run.id, chamber: item.chamber });
      return;
    case 'proving':
      out.perform(proveEffect(setting, item, run));
      return;
    case 'ending':
      afterEnding(out, setting, item, run);
      return;
    case 'paused':
      // A frozen agent did not survive; its session does, and `resume` goes on with it.
      if (run.suspended) out.record({ type: 'run-ending', item: id, run: run.id, why: 'paused' });
      return;
  }
}
