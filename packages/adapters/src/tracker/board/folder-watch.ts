import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
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
  const watcher = watch(folder, {
    ignoreInitial: true,
    depth: 0,
    ignored: (path) => path !== folder && basename(path).startsWith('.'),
  });
  watcher.on('all', changed);
  // From `ready` on changes are seen; what happened before is covered by one hint. A watcher that
  // broke cannot tell any more, so it hints too, and polling goes on without it.
  watcher.once('ready', changed);
  watcher.on('error', changed);
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await watcher.close();
    },
  };
}
