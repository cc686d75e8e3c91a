import { join } from 'node:path';
import { watch } from 'chokidar';
import { type ConfigResult, type LoadRequest, loadConfig } from './load.ts';
import { lookAgain } from './look-again.ts';
import { CONFIG_FILE } from './problem.ts';
import { PROMPT_FOLDER } from './prompt-file.ts';

export interface WatchRequest extends LoadRequest {
  /** Called after every change, with what the files say now. Keeping the last good one is the caller's part. */
  readonly onChange: (result: ConfigResult) => void;
  /** The watch itself failed; changes may go unnoticed from here on. */
  readonly onError: (error: Error) => void;
}

export interface ConfigWatch {
  /** From here on no change goes unnoticed. */
  readonly ready: Promise<void>;
  /** Resolves when nothing is left; `onChange` is not called again. */
  stop(): Promise<void>;
}

/** Editors write in several steps (empty, fill, rename over it): what is read is what stands after a moment of rest. */
const REST_MS = 100;

export function watchConfig(request: WatchRequest): ConfigWatch {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let reading: Promise<void> = Promise.resolve();
  const file = request.workflow ?? join(request.root, CONFIG_FILE);
  const watcher = watch([file, join(request.root, PROMPT_FOLDER)], { ignoreInitial: true });

  const read = async (): Promise<void> => {
    if (stopped) return;
    const result = await loadConfig(request);
    if (!stopped) request.onChange(result);
  };
  const touched = (): void => {
    if (stopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      // One after the other: an older reading must not arrive after a newer one.
      reading = reading.then(read).catch((error: unknown) => request.onError(toError(error)));
    }, REST_MS);
  };
  watcher.on('all', touched);
  watcher.on('error', (error: unknown) => request.onError(toError(error)));
  // A look at the file itself besides: the system does not tell of every change (svc-W8).
  const looking = request.workflow ? lookAgain(file, touched) : null;
  const ready = new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  // What was changed between the first reading and now would go unnoticed.
  if (request.workflow) void ready.then(touched);

  return {
    ready,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      looking?.();
      await watcher.close();
      await reading;
    },
  };
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
