import { Survivors } from '@symphony/adapters/process';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { SocketError, type SocketErrorCode, socketPathFor } from '@symphony/bus/unix';
import { Conductor } from '@symphony/conductor';
import { PortError, type ProcessIdentity, type Store } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { composePorts, freshNames } from './compose.ts';
import { clientOf } from './conductor-client.ts';
import { watchConfig } from './config/index.ts';
import { type ControlOptions, type ControlServer, serveControl } from './control/control-server.ts';
import { EntryFeed } from './entry-feed.ts';
import { ensureFolders } from './init/index.ts';
import { type InstanceLock, lockInstance } from './instance-lock.ts';
import { type LiveProject, loadProject } from './live-project.ts';
import { judgeEnd, type RunEnd } from './run-end.ts';
import { fallbackSocketFolder } from './socket-folder.ts';
import { lastInstant, SystemClock } from './system-clock.ts';
import { warn } from './warning.ts';
import { furnish, type Workplace } from './workplace.ts';

export interface OrchestraOptions {
  readonly workplace: Workplace;
  /** Every player is the rehearsal player. */
  readonly rehearse: boolean;
  /** Overrides the configured target branch; made from it when missing. */
  readonly target: string | null;
  /** End when nothing runs and nothing will start by itself. */
  readonly exitWhenIdle: boolean;
  /** One-off work: put on the board, and only this item is played. */
  readonly task: string | null;
  readonly version: string;
}

/** A conductor running in this process. */
export interface Orchestra {
  readonly client: ConductorClient;
  /** The one-off item's id, when there is one. */
  readonly task: string | null;
  /** Resolves when it ended, by itself or by `stop`. Never rejects. */
  readonly finished: Promise<RunEnd>;
  /** `graceful`: agents are asked to end first. `now`: process groups are killed. */
  stop(how: 'graceful' | 'now'): Promise<void>;
}

/** Hints of a busy tracker bring a tick forward at most this often. */
const HINT_EVERY_MS = 500;

/** Starts a conductor on the workplace. Rejects with one plain sentence when it cannot (PortError). */
export async function startOrchestra(options: OrchestraOptions): Promise<Orchestra> {
  const { workplace } = options;
  furnish(workplace);
  await ensureFolders(workplace.root);
  const lock = lockInstance(workplace);
  try {
    const project = await loadProject(options);
    const { durability, mirror } = project.config().config;
    const store = openSqliteStore({ folder: workplace.log, durability, mirror });
    try {
      return await assemble(options, lock, project, store);
    } catch (error) {
      store.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function assemble(
  options: OrchestraOptions,
  lock: InstanceLock,
  project: LiveProject,
  store: Store,
): Promise<Orchestra> {
  const { workplace, version } = options;
  const clock = new SystemClock(lastInstant(store));
  const feed = new EntryFeed(store, warn);
  const ports = composePorts(workplace, project, clock);
  const task = options.task === null ? null : (await ports.board.add({ title: options.task })).id;
  const survivors = new Survivors(workplace.instance);
  const ending = Promise.withResolvers<RunEnd>();

  const conductor = new Conductor({
    store,
    ports,
    clock,
    chance: Math.random,
    names: freshNames,
    only: task,
    onEntry: (entry) => feed.publish(entry),
    onFatal: (message) => void end('now', { code: 1, reason: message }),
    onWarning: warn,
    onRest: () => {
      if (options.exitWhenIdle && conductor.isIdle())
        void end('graceful', judgeEnd(conductor.status(), task));
    },
  });
  const known = [...conductor.state.live].flatMap((id): ProcessIdentity[] => {
    const process = conductor.state.items.get(id)?.run?.process;
    return process ? [process] : [];
  });
  const { ended } = await survivors.clearSurvivors(known);
  conductor.post({ type: 'started', instance: workplace.instance, version, pid: process.pid });
  conductor.post({ type: 'settings-loaded', settings: project.settings() });
  conductor.post({ type: 'survivors-cleared', ended });

  const client = clientOf({
    conductor,
    store,
    feed,
    command: (command) => conductor.command(command),
    stop: () => {
      setImmediate(() => void end('graceful', { code: 0, reason: 'stopped by a command' }));
      return { accepted: true, message: 'Symphony is stopping.' };
    },
  });
  const socket = socketPathFor(workplace.run, fallbackSocketFolder());
  const control = await offerControl({ client, path: socket, version });
  lock.announce({ pid: process.pid, socket, startedAt: clock.now(), version });

  const tick = throttled(() => conductor.startTicking(), HINT_EVERY_MS);
  const trackerWatch = ports.tracker.watch?.(tick);
  const configWatch = watchConfig({
    ...project.request,
    onChange: (result) => {
      const change = project.apply(result);
      if (change.ok) conductor.post({ type: 'settings-loaded', settings: project.settings() });
      else conductor.post({ type: 'settings-broken', message: change.message });
      tick();
    },
    onError: (error) => warn(`Changes of the configuration may go unnoticed: ${error.message}`),
  });
  conductor.startTicking();

  let closing: Promise<void> | null = null;
  const close = async (how: 'graceful' | 'now', end: RunEnd): Promise<void> => {
    await Promise.all([trackerWatch?.stop(), configWatch.stop()]);
    const grace = how === 'now' ? 0 : project.settings().shutdownGraceMs;
    await conductor.close(end.reason, grace, () => survivors.clearSurvivors([]));
    await control.close();
    store.close();
    lock.release();
  };
  function end(how: 'graceful' | 'now', outcome: RunEnd): Promise<void> {
    closing ??= close(how, outcome).then(
      () => ending.resolve(outcome),
      (error: unknown) =>
        ending.resolve({ code: 1, reason: error instanceof Error ? error.message : String(error) }),
    );
    return closing;
  }
  return {
    client,
    task,
    finished: ending.promise,
    async stop(how) {
      const stopped = end(how, { code: 0, reason: 'stopped' });
      // A second, impatient stop while the first still waits for agents.
      if (how === 'now') await survivors.clearSurvivors([]);
      await stopped;
    },
  };
}

const SOCKET_REMEDIES: Readonly<Record<SocketErrorCode, string>> = {
  'in-use': 'Use `symphony status` to look at it, or `symphony stop` to end it.',
  unsafe: 'Close the folder to other users (`chmod 700`), or set TMPDIR to a folder of your own.',
  disk: 'Move what is in its place away, or make its folder writable, then try again.',
  'not-listening': 'Try again.',
  refused: 'Use the account the folder belongs to.',
};

async function offerControl(options: ControlOptions): Promise<ControlServer> {
  try {
    return await serveControl(options);
  } catch (error) {
    if (!(error instanceof SocketError)) throw error;
    const code = error.code === 'disk' ? 'disk' : 'refused';
    throw new PortError({ code, message: error.message, nextStep: SOCKET_REMEDIES[error.code] }, error);
  }
}

/** Calls at once, then at most once in `ms`; the last request is never lost. */
function throttled(call: () => void, ms: number): () => void {
  let waiting = false;
  let again = false;
  return function request(): void {
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    call();
    setTimeout(() => {
      waiting = false;
      if (again) {
        again = false;
        request();
      }
    }, ms).unref();
  };
}
