import type { ReadStream, WriteStream } from 'node:tty';
import { PortError } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { Feeds } from './feed/feeds.ts';
import { type AttachHow, initialModel, type LinkView } from './model/model.ts';
import { Performer } from './performer.ts';
import { Store } from './store.ts';
import { paintFor } from './text/paint.ts';

export interface DashboardOptions {
  readonly client: ConductorClient;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  /** Recorded with every command. */
  readonly person: string;
  /** Where the workbench is, when it is on. */
  readonly workbench: string | null;
  /** Has the terminal to itself until the promise settles. */
  readonly attach: (id: string, how: AttachHow) => Promise<void>;
  /** Tells when the conductor goes away and comes back; returns how to stop listening. */
  readonly watchLink?: (hear: (state: LinkView['state']) => void) => () => void;
  /** Leaves the dashboard, as `q` does. */
  readonly signal?: AbortSignal;
}

/** Durations on the screen go on while nothing else happens. */
const TICK_MS = 1_000;

/** Shows the dashboard on the terminal until the person leaves. Leaving ends nothing. */
export async function openDashboard(options: DashboardOptions): Promise<void> {
  const { client, stdin, stdout, env, now, person, workbench } = options;
  const unable = whyNoDashboard(options);
  if (unable !== null) throw new PortError({ code: 'invalid', message: unable, nextStep: INSTEAD });

  const { openInkScreen } = await loadInk();
  const left = Promise.withResolvers<void>();
  const size = { columns: stdout.columns, rows: stdout.rows };
  const performer = new Performer(
    { client, person, attach: options.attach, leave: left.resolve, suspend: (use) => screen.suspend(use) },
    () => store,
  );
  const store: Store = new Store(initialModel(now(), size, workbench), (effects) =>
    performer.perform(effects),
  );
  const feeds = new Feeds(client, store);
  store.watch(() => feeds.sync(store.model));
  const unlink = options.watchLink?.((state) => store.happen({ kind: 'link', state }));
  const ticking = setInterval(() => store.happen({ kind: 'tick', now: now() }), TICK_MS);
  options.signal?.addEventListener('abort', () => left.resolve(), { once: true });
  const screen = openInkScreen(store, paintFor(env), { stdin, stdout });
  try {
    feeds.start();
    if (options.signal?.aborted) left.resolve();
    await left.promise;
  } finally {
    clearInterval(ticking);
    unlink?.();
    feeds.stop();
    store.close();
    await screen.close();
  }
}

/** React is asked for without its checks for developers, which it decides when it is loaded: they cost a third more. */
function loadInk(): Promise<typeof import('./ink-screen.ts')> {
  process.env.NODE_ENV ??= 'production';
  return import('./ink-screen.ts');
}

const INSTEAD = 'Use `symphony status` or `symphony attach` without a terminal.';

/** Why a dashboard cannot be shown here, as one sentence; null when it can. */
export function whyNoDashboard({
  stdin,
  stdout,
  env,
}: Pick<DashboardOptions, 'env'> & {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
}): string | null {
  if (stdin.isTTY !== true || stdout.isTTY !== true) return 'The dashboard needs a terminal.';
  return env.TERM === 'dumb'
    ? 'The dashboard needs a terminal that can move its cursor; TERM is dumb.'
    : null;
}
