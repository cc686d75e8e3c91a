import { openGit } from '@symphony/adapters/git';
import { Survivors } from '@symphony/adapters/process';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { Radar } from '@symphony/adapters/survey/radar';
import { socketPathFor } from '@symphony/bus/unix';
import { Conductor, ONLY_MELODIES, ONLY_MISSIONS } from '@symphony/conductor';
import {
  type ArtifactStore,
  failureOf,
  type LogEventOf,
  type ProcessIdentity,
  type Store,
  type Values,
} from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { openArtifactsOf } from './artifacts/index.ts';
import { artifactKeys } from './artifacts/keys.ts';
import { chatsOnDemand } from './chat/index.ts';
import { runtimeFile, TimerWatch } from './chat/timers.ts';
import { type CleanResult, cleanNow, lastCleaned, scheduleClean } from './clean/index.ts';
import { composePorts, type LiveConfig } from './compose.ts';
import { clientOf } from './conductor-client.ts';
import { watchConfig } from './config/index.ts';
import type { ControlServer } from './control/control-server.ts';
import { offerControl } from './control/offer-control.ts';
import { type Face, giveWay, type Outside, openFace, openOutside } from './daemon/index.ts';
import { EntryFeed } from './entry-feed.ts';
import { examine } from './examine.ts';
import { freshNames } from './fresh-names.ts';
import { ensureFolders } from './init/index.ts';
import { type InstanceLock, lockInstance } from './instance-lock.ts';
import { Keeper, keepingPrompts } from './keeping/index.ts';
import { type Learning, openLearning } from './learning/index.ts';
import { type LiveProject, loadProject } from './live-project.ts';
import { toolsOnDemand } from './mcp/on-demand.ts';
import { evaluate } from './melody/expression.ts';
import { prepareMelody } from './melody/live-book.ts';
import { openPerformance } from './melody/performance.ts';
import { RadarWatch } from './mission/radar-watch.ts';
import { judgeEnd, type RunEnd } from './run-end.ts';
import { fallbackSocketFolder } from './socket-folder.ts';
import { lastInstant, SystemClock } from './system-clock.ts';
import { throttled } from './throttled.ts';
import { warn } from './warning.ts';
import { openWebhookDesk } from './webhook/index.ts';
import { openWorkbench } from './workbench/index.ts';
import { contextIn } from './workflow/line-context.ts';
import { openServiceLog } from './workflow/service-log.ts';
import { sweepTerminal } from './workflow/sweep.ts';
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
  /** A melody to play; only its items are played. */
  readonly melody: { readonly name: string; readonly parameters: Values; readonly by: string } | null;
  /** Only the items of missions are played. */
  readonly missions?: boolean;
  readonly version: string;
  /** Goes on without a terminal: told to whoever looks for it. */
  readonly daemon?: boolean;
  /** A WORKFLOW.md to be run by, whatever else there is (C22). */
  readonly workflow?: string | null;
  /** The letter of its specification also where our own rules are safer. */
  readonly strict?: boolean;
  /** The port of the HTTP face, instead of the configured one. */
  readonly port?: number | null;
  /** Where `log/symphony.log` is written; with a WORKFLOW.md also where nobody says. */
  readonly logsRoot?: string | null;
}

/** A conductor running in this process. */
export interface Orchestra {
  readonly client: ConductorClient;
  /** The one-off item's id, when there is one. */
  readonly task: string | null;
  /** The run of the melody, when one was asked for. */
  readonly melody: string | null;
  /** Where webhooks of melodies are heard; null while none waits for one. */
  webhooks(): string | null;
  /** What a browser opens, with the token; null while there is no workbench. */
  workbench(): string | null;
  /** Resolves when it ended, by itself or by `stop`. Never rejects. */
  readonly finished: Promise<RunEnd>;
  /** `graceful`: agents are asked to end first. `now`: process groups are killed. */
  stop(how: 'graceful' | 'now'): Promise<void>;
}

/** Hints of a busy tracker bring a tick forward at most this often. */
/** All of the configuration that a look at the tracker could depend on. */
const pictureOf = ({ settings, config }: Pick<LiveConfig, 'settings' | 'config'>): string =>
  JSON.stringify([settings(), config().config, config().provider]);

const HINT_EVERY_MS = 500;
const DAY_MS = 86_400_000;

/** Starts a conductor on the workplace. Rejects with one plain sentence when it cannot (PortError). */
export async function startOrchestra(options: OrchestraOptions): Promise<Orchestra> {
  const { workplace } = options;
  if (options.daemon) giveWay();
  furnish(workplace);
  await ensureFolders(workplace.root);
  const lock = lockInstance(workplace);
  try {
    const project = await loadProject(options);
    const { durability, mirror } = project.config().config;
    const store = openSqliteStore({ folder: workplace.log, durability, mirror });
    try {
      const artifacts = await openArtifactsOf(workplace, artifactKeys(project.config().config, process.env));
      try {
        return await assemble(options, lock, project, store, artifacts);
      } catch (error) {
        artifacts.close();
        throw error;
      }
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
  artifacts: ArtifactStore,
): Promise<Orchestra> {
  const { workplace, version } = options;
  const { root } = workplace;
  const clock = new SystemClock(lastInstant(store));
  const feed = new EntryFeed(store, warn);
  const git = openGit(workplace.instance);
  const survivors = new Survivors(workplace.instance);
  const ending = Promise.withResolvers<RunEnd>();
  const watches = new Set<Stoppable>();
  let keeper: Keeper | null = null;
  let learning: Learning | null = null;
  let radar: RadarWatch | null = null;
  let timers: TimerWatch | null = null;
  let control: ControlServer | null = null;
  let face: Face | null = null;
  let outside: Outside | null = null;
  let melody: string | null = null;
  let closing: Promise<void> | null = null;
  let webhooks = (): string | null => null;

  // Asked for before anything runs: a name or a value that is wrong is told at once.
  const first = options.melody && {
    ...(await prepareMelody(root, project.settings(), options.melody.name, options.melody.parameters)),
    by: options.melody.by,
  };
  // One piece of work is started once: nothing follows that a spare process could be for.
  const waiting = options.task === null ? () => conductor.state.line.size : null;
  const tools = toolsOnDemand({ clock, version, warn });
  const composed = composePorts(workplace, project, clock, artifacts, {
    sandbox: project.sandbox,
    tools,
    waiting,
    lessons: async () => learning?.lessons() ?? [],
    post: (input, answered) => conductor.post(input, answered),
    state: () => conductor.state,
  });
  const ports = { ...composed, prompts: keepingPrompts(composed.prompts, () => keeper) };
  const task = options.task === null ? null : (await ports.board.add({ title: options.task })).id;
  const only = first ? ONLY_MELODIES : options.missions ? ONLY_MISSIONS : task;

  const logsRoot = options.logsRoot ?? (project.config().workflow === null ? null : workplace.run);
  const serviceLog =
    logsRoot === null
      ? null
      : openServiceLog({ root: logsRoot, contextOf: contextIn(() => conductor.state), warn });
  const conductor = new Conductor({
    store,
    ports,
    clock,
    chance: Math.random,
    names: freshNames,
    only,
    evaluate,
    onEntry: (entry) => {
      feed.publish(entry);
      keeper?.hear(entry);
      learning?.hear(entry);
      radar?.hear(entry);
      timers?.hear(entry);
      outside?.hear(entry);
      serviceLog?.hear(entry);
    },
    onFatal: (message) => void end('now', { code: 1, reason: message }),
    onWarning: warn,
    onRest: () => {
      if (options.exitWhenIdle && conductor.isIdle())
        void end('graceful', judgeEnd(conductor.status(), task, melody));
    },
  });
  keeper = new Keeper({
    artifacts,
    store,
    git,
    repository: root,
    nameOf: (item) => conductor.state.items.get(item)?.tracked.identifier ?? item,
    post: (input) => conductor.post(input),
  });
  learning = openLearning({
    root: workplace.folder,
    repository: root,
    git,
    store,
    clock,
    state: () => conductor.state,
    warn,
  });
  // Workspaces that hooks fill are repositories of their own: there is nothing they could be compared by.
  if (project.config().config.chamber.kind === 'worktree')
    radar = new RadarWatch({
      radar: new Radar(composed.survey),
      state: () => conductor.state,
      post: (input) => conductor.post(input),
      clock,
      warn,
    });
  const known = [...conductor.state.live].flatMap((id): ProcessIdentity[] => {
    const process = conductor.state.items.get(id)?.run?.process;
    return process ? [process] : [];
  });
  const { ended } = await survivors.clearSurvivors(known);
  conductor.post({ type: 'started', instance: workplace.instance, version, pid: process.pid });
  conductor.post({ type: 'settings-loaded', settings: project.settings() });
  conductor.post({ type: 'survivors-cleared', ended });
  keeper.catchUp();

  const chats = chatsOnDemand(async () =>
    (await import('./chat/open.ts')).openChats({
      workplace,
      config: () => project.config(),
      clock,
      env: process.env,
      keep: async (name, text) => (await artifacts.store({ name, type: 'transcript' }, text)).id,
      warn,
    }),
  );
  const client = clientOf({
    chats,
    conductor,
    store,
    feed,
    clock,
    only,
    lasting: true,
    workbench: openWorkbench({
      chats: chats.queries,
      root,
      store,
      git,
      clock,
      state: () => conductor.state,
      settings: () => project.settings(),
      request: async () => project.request,
      tracker: async () => ports.tracker,
      artifacts: async () => artifacts,
      note: (note) => conductor.command({ name: 'noted', ...note }),
      examine: () => examine(workplace),
    }),
    terminals: composed.terminals,
    command: (command) => conductor.command(command),
    prepareMelody: (name, given) => prepareMelody(root, project.settings(), name, given),
    stop: () => {
      setImmediate(() => void end('graceful', { code: 0, reason: 'stopped by a command' }));
      return { accepted: true, message: 'Symphony is stopping.' };
    },
  });
  const socket = socketPathFor(workplace.run, fallbackSocketFolder());
  try {
    control = await offerControl({ client, path: socket, version });
  } catch (error) {
    await Promise.all([composed.players.drain(), learning.close()]);
    throw error;
  }
  const desk = openWebhookDesk({
    workplace,
    conductor,
    settings: () => project.config().outward.webhooks,
    clock,
    warn,
  });
  watches.add(desk);
  const loaded = project.config();
  const port = options.port ?? null;
  face = await openFace({ client, artifacts, version, clock, warn, workplace, loaded, webhooks: desk, port });
  const { url, trouble } = face;
  const mode = options.daemon ? 'daemon' : 'foreground';
  lock.announce({ pid: process.pid, socket, startedAt: clock.now(), version, mode, url, trouble });
  const told = { conductor, store, clock, project, instance: workplace.instance, version, url, warn };
  outside = await openOutside(told);

  // Before the first tick, so that there is no moment in which nothing is to be done.
  if (first) {
    const answer = await conductor.command({ name: 'melody-run', ...first });
    if (answer.run === undefined) void end('graceful', { code: 1, reason: answer.message });
    else melody = answer.run;
  }
  const settings = () => project.settings();
  const isBusy = (id: string): boolean => conductor.state.live.has(id);
  let looking = false;
  await openWatches();
  if (project.config().workflow !== null)
    await sweepTerminal({ ...composed, settings: project.settings(), isBusy, warn });
  looking = true;
  conductor.startTicking();
  return {
    client,
    task,
    melody,
    webhooks: () => webhooks(),
    workbench: () => face?.workbench ?? null,
    finished: ending.promise,
    async stop(how) {
      const stopped = end(how, { code: 0, reason: 'stopped' });
      // A second, impatient stop while the first still waits for agents.
      if (how === 'now') await survivors.clearSurvivors([]);
      await stopped;
    },
  };

  /** Everything outside that can wake the conductor. What opens while it ends is closed again. */
  async function openWatches(): Promise<void> {
    const keep = (each: Stoppable): void => {
      if (closing) void each.stop();
      else watches.add(each);
    };
    if (radar) keep(radar);
    timers = new TimerWatch({
      file: runtimeFile(workplace),
      clock,
      log: store,
      ring: (rang) => conductor.post({ type: 'timer-rang', rang }),
      warn,
    });
    keep(timers);
    timers.start();
    radar?.start();
    // Before the first look a hint tells nothing new, and what comes before that look is not to be passed over.
    const tick = throttled(() => {
      if (looking) conductor.startTicking();
    }, HINT_EVERY_MS);
    const tracker = ports.tracker.watch?.(tick);
    if (tracker) keep(tracker);
    let inForce: string | null = pictureOf(project);
    keep(
      watchConfig({
        ...project.request,
        onChange: (result) => {
          const before = inForce;
          const change = project.apply(result);
          if (change.ok) conductor.post({ type: 'settings-loaded', settings: settings() });
          else conductor.post({ type: 'settings-broken', message: change.message });
          inForce = change.ok ? pictureOf(project) : null;
          // A file that says the same as before is no reason to ask the tracker.
          if (inForce !== before) tick();
        },
        onError: (error) => warn(`Changes of the configuration may go unnoticed: ${error.message}`),
      }),
    );
    keep(
      scheduleClean({
        clock,
        everyMs: DAY_MS,
        lastAt: await lastCleaned(workplace),
        isQuiet: () => project.config().config.clean.auto && conductor.isIdle(),
        run: async (signal) => {
          const done = await cleanNow(workplace, {
            artifacts,
            chambers: composed.cleanable,
            target: settings().target,
            signal,
          });
          if (done) conductor.post({ type: 'cleaned', report: cleanReport(done) });
        },
        notice: warn,
      }),
    );
    try {
      const { port } = project.config().config.webhooks;
      const performance = await openPerformance({
        workplace,
        conductor,
        feed,
        git,
        clock,
        settings,
        warn,
        port,
      });
      webhooks = performance.webhooks;
      keep(performance);
    } catch (error) {
      // Work goes on without it: a person can always play a melody.
      warn(`Melodies do not start by themselves: ${failureOf(error).message}`);
    }
  }

  async function close(how: 'graceful' | 'now', end: RunEnd): Promise<void> {
    const drained = composed.players.drain(); // first, so that nothing is made ready any more
    await Promise.all([...watches, ...(outside ? [outside] : [])].map((each) => each.stop()));
    const grace = how === 'now' ? 0 : project.settings().shutdownGraceMs;
    await conductor.close(end.reason, grace, () => survivors.clearSurvivors([]));
    await drained;
    await composed.terminals.close();
    await chats.close();
    await tools.close();
    await Promise.all([control?.close(), face?.stop()]);
    await Promise.all([keeper?.close(), learning?.close()]);
    artifacts.close();
    store.close();
    lock.release();
  }

  function end(how: 'graceful' | 'now', outcome: RunEnd): Promise<void> {
    closing ??= close(how, outcome).then(
      () => ending.resolve(outcome),
      (error: unknown) =>
        ending.resolve({ code: 1, reason: error instanceof Error ? error.message : String(error) }),
    );
    return closing;
  }
}

function cleanReport({ removed, archived, purged, before, after }: CleanResult): LogEventOf<'cleaned'> {
  const bytes = Math.max(0, before - after);
  return { type: 'cleaned', removed: removed.count, archived: archived.count, purged: purged.count, bytes };
}

interface Stoppable {
  stop(): Promise<unknown>;
}
