import { plainChamberKey, workspaceKey } from '@symphony/adapters/chamber/worktree';
import { type ChamberPort, failureOf, type Settings, type Tracker } from '@symphony/domain';

interface Sweep {
  readonly tracker: Pick<Tracker, 'fetchByStates'>;
  readonly chambers: Pick<ChamberPort, 'list' | 'remove'>;
  readonly settings: Settings;
  /** What the conductor is at is its own to clean. */
  isBusy(id: string): boolean;
  warn(message: string): void;
}

/**
 * Removes the workspaces of issues that were finished while nobody looked (svc-C4), before the first
 * tick. A tracker that does not answer is a warning, and nothing is asked where there is no workspace.
 */
export async function sweepTerminal({ tracker, chambers, settings, isBusy, warn }: Sweep): Promise<void> {
  try {
    const standing = await chambers.list();
    if (standing.length === 0) return;
    const { items } = await tracker.fetchByStates(settings.tracker.terminalStates);
    for (const { id, identifier } of items) {
      const keys = [workspaceKey(identifier), plainChamberKey(identifier)];
      const found = standing.find(({ key, item }) => (item === null ? keys.includes(key) : item === id));
      if (!found || isBusy(id)) continue;
      const { key, path, branch, baseCommit } = found;
      const chamber = { key, path, branch: branch ?? '', baseCommit: baseCommit ?? '', ports: [], env: {} };
      const force = settings.conformance === 'letter';
      const removal = await chambers.remove(chamber, { target: settings.target, force });
      if (removal.kind === 'kept') warn(`The workspace of ${identifier} is kept: ${removal.reason}.`);
    }
  } catch (error) {
    warn(`Workspaces of finished issues were not looked for: ${failureOf(error).message}`);
  }
}
