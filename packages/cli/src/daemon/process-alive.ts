import { readFileSync } from 'node:fs';

/**
 * Whether a process of this number is there. One that belongs to somebody else is; one that has ended
 * and that nobody has asked for since is not, although its number is still taken (containers).
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    // The name in brackets may hold anything; the state follows the last of them.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // this system does not tell
  }
}
