import { execFileSync } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.ts';

/** A real file system of its own size in memory. Needs the right to mount. */
export interface SmallDisk {
  readonly path: string;
  makeReadOnly(): void;
  remove(): void;
}

export function mountSmallDisk(size: string): SmallDisk {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder.path], { stdio: 'pipe' });
  } catch (error) {
    folder.remove();
    throw error;
  }
  return {
    path: folder.path,
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder.path], { stdio: 'pipe' }),
    remove: () => {
      // Lazily: a test that failed with the log open must not leave the disk behind.
      execFileSync('umount', ['-l', folder.path], { stdio: 'pipe' });
      folder.remove();
    },
  };
}

/** Null when disks can be mounted here, else the reason why not. */
export function whyNoSmallDisk(): string | null {
  try {
    mountSmallDisk('64k').remove();
    return null;
  } catch (error) {
    return `a small disk cannot be mounted here: ${(error as Error).message.trim()}`;
  }
}
