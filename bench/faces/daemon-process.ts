import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DAEMON = fileURLToPath(new URL('./daemon.ts', import.meta.url));
const PATIENCE_MS = 120_000;

export interface DaemonRequest {
  readonly items: number;
  /** Agents at work, each saying so much. */
  readonly runs: number;
  readonly perSecond: number;
  readonly assets: string;
}

export interface DaemonFigures {
  readonly at: number;
  readonly processorMs: number;
  readonly rssMb: number;
  readonly entries: number;
  readonly speaking: number;
  /** Inputs that wait to be decided. */
  readonly backlog: number;
  readonly sentBytes: number;
  /** How late the loop comes to what is due, 99th percentile since the last look. */
  readonly delayMs: number;
}

export type DaemonSays =
  | { readonly kind: 'ready'; readonly url: string; readonly token: string }
  | { readonly kind: 'figures'; readonly figures: DaemonFigures };

/** What a daemon did in a stretch of time. */
export interface DaemonStretch {
  readonly processorPercent: number;
  readonly rssMb: number;
  readonly entriesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly delayMs: number;
  /** What came in and was not recorded by the end. */
  readonly backlog: number;
}

export interface Daemon {
  readonly url: string;
  /** With the token that lets a browser in. */
  address(path?: string): string;
  figures(): Promise<DaemonFigures>;
  /** Watches it while `what` happens. */
  during(what: () => Promise<unknown>): Promise<DaemonStretch>;
  close(): Promise<void>;
}

/** Starts one and waits until all its agents speak. */
export async function startDaemon(request: DaemonRequest): Promise<Daemon> {
  const child = fork(DAEMON, [JSON.stringify(request)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const ready = await next(child, 'ready');
    const daemon = reached(child, ready.url, ready.token);
    while ((await daemon.figures()).speaking < request.runs) await sleep(100);
    return daemon;
  } catch (error) {
    child.kill();
    throw error;
  }
}

function reached(child: ChildProcess, url: string, token: string): Daemon {
  const figures = async (): Promise<DaemonFigures> => {
    const answer = next(child, 'figures');
    child.send('figures');
    return (await answer).figures;
  };
  return {
    url,
    address: (path = '/') => `${url}${path}#token=${token}`,
    figures,
    async during(what) {
      const before = await figures();
      await what();
      return stretch(before, await figures());
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

export function stretch(before: DaemonFigures, after: DaemonFigures): DaemonStretch {
  const seconds = (after.at - before.at) / 1000;
  return {
    processorPercent: (after.processorMs - before.processorMs) / seconds / 10,
    rssMb: after.rssMb,
    entriesPerSecond: (after.entries - before.entries) / seconds,
    bytesPerSecond: (after.sentBytes - before.sentBytes) / seconds,
    delayMs: after.delayMs,
    backlog: after.backlog,
  };
}

type Said<K extends DaemonSays['kind']> = Extract<DaemonSays, { kind: K }>;

function next<K extends DaemonSays['kind']>(child: ChildProcess, kind: K): Promise<Said<K>> {
  return new Promise((resolve, reject) => {
    const done = (act: () => void): void => {
      clearTimeout(timer);
      child.off('message', hear);
      child.off('exit', gone);
      act();
    };
    const hear = (said: unknown): void => {
      if ((said as DaemonSays).kind === kind) done(() => resolve(said as Said<K>));
    };
    const gone = (code: number | null): void =>
      done(() => reject(new Error(`the daemon ended with ${code}`)));
    const timer = setTimeout(
      () => done(() => reject(new Error(`the daemon did not say ${kind} in time`))),
      PATIENCE_MS,
    );
    child.on('message', hear);
    child.on('exit', gone);
  });
}
