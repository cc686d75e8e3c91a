import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepository } from '@symphony/testkit';
import { Ground } from './ground.ts';

/** A real file system of a few megabytes with a repository on it. Needs the right to mount. */
export class SmallDisk {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Writes until nothing more goes. */
  fill(): void {
    const file = openSync(join(this.#path, 'filler'), 'a');
    try {
      for (let size = 65_536; size >= 1; ) {
        try {
          writeSync(file, Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          size = size > 512 ? size / 2 : 0;
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(join(this.#path, 'filler'));
  }

  lock(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.#path], { stdio: 'pipe' });
  }

  unlock(): void {
    execFileSync('mount', ['-o', 'remount,rw', this.#path], { stdio: 'pipe' });
  }
}

const mount = (path: string): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path], { stdio: 'pipe' });
// Lazily: a test that failed with a file open must not leave the disk behind.
const unmount = (path: string): void => void execFileSync('umount', ['-l', path], { stdio: 'pipe' });

/** Null when disks can be mounted here, else the reason why not. */
export function whyNoSmallDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'symphony-disk-'));
  try {
    mount(path);
    unmount(path);
    return null;
  } catch (error) {
    return (error as Error).message.trim();
  } finally {
    rmSync(path, { recursive: true });
  }
}

export async function onSmallDisk(act: (ground: Ground, disk: SmallDisk) => Promise<void>): Promise<void> {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'symphony-disk-')));
  const origin = await makeRepository();
  mount(path);
  const repository = origin.at(join(path, 'repository'));
  const ground = new Ground(repository);
  try {
    await origin.git('clone', '--quiet', '--no-hardlinks', '--template=', origin.path, repository.path);
    await repository.git('remote', 'remove', 'origin');
    await repository.git('config', 'user.name', 'Test Player');
    await repository.git('config', 'user.email', 'player@example.test');
    await act(ground, new SmallDisk(path));
  } finally {
    await ground.clear();
    unmount(path);
    rmSync(path, { recursive: true });
    await origin.remove();
  }
}
