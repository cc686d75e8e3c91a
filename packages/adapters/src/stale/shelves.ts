import type { StaleSource } from '@symphony/domain';
import { FileShelf, type ShelfOptions } from './file-shelf.ts';
import type { Standing } from './standing.ts';

type Common = Pick<ShelfOptions, 'folder' | 'archive' | 'trash' | 'uses'>;

/** Journals of agents' sessions, and the scratch folders beside them. */
export const openSessionShelf = (options: Common & { standing(session: string): Standing }): StaleSource =>
  new FileShelf({
    ...options,
    kind: 'session',
    accepts: (name) => /\.(?:jsonl?|scratch)$/.test(name),
    standing: (name) => options.standing(name.replace(/\.(?:jsonl?|scratch)$/, '')),
    compressible: true,
  });

/** Work of removed chambers. What holds the only copy of something is told by the standing. */
export const openBundleShelf = (
  options: Common & { standing(name: string, file: string): Standing | Promise<Standing> },
): StaleSource =>
  new FileShelf({
    ...options,
    kind: 'bundle',
    accepts: (name) => name.endsWith('.bundle'),
    standing: (name, file) => options.standing(name, file),
    compressible: false,
  });

const LOG_FILES = /^(?:log\.db(?:-wal|-shm)?|events(?:\.set-aside-\d+)?\.jsonl)$/;

/**
 * The log's folder. The log itself is shown and never touched, nor is the text copy that follows
 * it; copies of other logs that were set aside may be compressed.
 */
export const openLogShelf = (options: Common): StaleSource =>
  new FileShelf({
    ...options,
    kind: 'log',
    accepts: (name) => LOG_FILES.test(name),
    standing: (name) => ({ guards: { referenced: whyLogStays(name) }, training: false, usedAt: null }),
    compressible: true,
  });

function whyLogStays(name: string): string | null {
  if (name.startsWith('log.db')) return 'it is the log, from which everything else is made';
  return name === 'events.jsonl' ? 'it is the text copy of the log and grows with it' : null;
}
