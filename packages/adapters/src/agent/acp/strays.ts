import { signalOne } from '../../process/group.ts';
import type { Marker } from '../../process/marker.ts';
import { findMarked, groupMembers } from '../../process/table.ts';

/**
 * Ends what a run's agent has started in process groups of their own and lets run on. The agent itself
 * and whatever shares its group stay.
 */
export async function endStrays({ instance, role, run }: Marker, leader: number): Promise<void> {
  const own = new Set((await groupMembers(leader)).map(({ pid }) => pid));
  for (const { pid, marker } of await findMarked(instance)) {
    const ours = marker.run === run && marker.role === role;
    if (ours && !own.has(pid)) signalOne(pid, 'SIGKILL');
  }
}
