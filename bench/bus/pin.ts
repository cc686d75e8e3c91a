import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Asked before anything is pinned: afterwards the answer is one. */
const CORES = availableParallelism();

/**
 * Keeps a process on one core. Where two processes that talk share a core, an answer comes in half the
 * time it takes across cores, and which of the three does is the scheduler's luck: pinned, all three
 * go across. False where the system cannot do it, and then the ratios are only as good as that luck.
 */
export function pin(pid: number, core: number): boolean {
  if (CORES < 2) return false;
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
      stdio: 'ignore',
    });
    return true;
  } catch (error) {
    const { code, status } = error as NodeJS.ErrnoException & { status?: number };
    if (code === 'ENOENT' || status !== undefined) return false;
    throw error;
  }
}
