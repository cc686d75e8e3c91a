import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { watch } from 'chokidar';
import { diskFailure } from './disk-failure.ts';

const QUIET_MS = 50;

/**
 * Calls `hint` at most once per 50 ms in which something in the folder changed. The folder is made
 * first, because one that comes later would not be noticed.
 */
export function watchFolder(folder: string, hint: () => void): { stop(): Promise<void> } {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw diskFailure(error, `make its folder ${folder}`);
  }
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const changed = (): void => {
    if (stopped) return;
    // The timer is not put off by further changes: a folder that never rests must still be noticed.
    timer ??= setTimeout(() => {
      timer = null;
      hint();
    }, QUIET_MS);
  };
  const before = stampOf(folder);
  const watcher = watch(folder, {
    ignoreInitial: true,
    depth: 0,
    ignored: (path) => path !== folder && isHidden(basename(path)),
  });
  watcher.on('all', changed);
  // From `ready` on changes are seen; what happened between is found by comparing. A watcher that
  // broke cannot tell any more, so it hints, and polling goes on without it.
  watcher.once('ready', () => {
    if (stampOf(folder) !== before) changed();
  });
  watcher.on('error', changed);
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await watcher.close();
    },
  };
}

const isHidden = (name: string): boolean => name.startsWith('.');

/** Differs when a file came, went or was written. A folder that cannot be read is like no other. */
function stampOf(folder: string): string | symbol {
  try {
    const marks = readdirSync(folder)
      .filter((name) => !isHidden(name))
      .map((name) => {
        const found = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
        return `${name} ${found?.ino} ${found?.size} ${found?.mtimeNs}`;
      });
    return marks.sort().join('\n');
  } catch {
    return Symbol('unreadable');
  }
}
