import { setTimeout as sleep } from 'node:timers/promises';
import type { MissionPlan } from '@symphony/domain';
import { Complaint } from '../complaint.ts';
import type { Running } from '../connection.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';

const ASK_EVERY = 500;

/** Waits until a player has written the plan; null when the person does not want to wait any more. */
export async function awaitPlan(
  { terminal }: Desk,
  { client }: Running,
  mission: string,
): Promise<MissionPlan | null> {
  let left = false;
  const quiet = onInterrupts(() => {
    left = true;
  });
  terminal.note('The plan is being written; Ctrl-C only stops waiting for it.');
  try {
    while (!left) {
      const view = await client.ask('mission', { id: mission });
      if (view.endedAt !== null || view.paused)
        throw new Complaint(`${mission} was not planned: ${view.now}`, 'See `symphony mission status`.');
      if (view.plan !== null) return view.plan;
      if (view.needsYou) throw new Complaint(view.now, `See \`symphony mission status ${mission}\`.`);
      await sleep(ASK_EVERY);
    }
  } finally {
    quiet();
  }
  terminal.note(`It goes on: \`symphony mission approve ${mission}\` lets it begin when it is planned.`);
  return null;
}
