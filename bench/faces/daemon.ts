import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MemoryArtifactStore } from '@symphony/adapters/artifact/memory';
import { openGit } from '@symphony/adapters/git';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { MemoryTracker } from '@symphony/adapters/tracker/memory';
import { failureOf } from '@symphony/domain';
import { Conductor } from '../../packages/conductor/src/index.ts';
import { chatsOnDemand } from '../../packages/server/src/chat/index.ts';
import { clientOf } from '../../packages/server/src/conductor-client.ts';
import { giveWay } from '../../packages/server/src/daemon/index.ts';
import { EntryFeed } from '../../packages/server/src/entry-feed.ts';
import { openHttp } from '../../packages/server/src/http/index.ts';
import { lastInstant, SystemClock } from '../../packages/server/src/system-clock.ts';
import { openWorkbench } from '../../packages/server/src/workbench/index.ts';
import { settingsFor } from '../conductor/material.ts';
import { portsFor } from '../conductor/stage.ts';
import type { DaemonFigures, DaemonRequest, DaemonSays } from './daemon-process.ts';
import { openSpeakers } from './speaker.ts';
import { seedWorld } from './world.ts';

/**
 * The measured daemon, in a process of its own so that its processor time and memory are its own. All
 * of it is the real thing but the agents, the tracker and the chambers, which answer at once and whose
 * cost is next to nothing. Ends with the process that started it.
 */
giveWay(); // as the real one does before anything else
const TOKEN = 'bench';
const request = JSON.parse(process.argv[2] ?? '') as DaemonRequest;
const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
const say = (said: DaemonSays): void => void process.send?.(said);
const leave = (code: number): never => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
};
const fail = (message: string): never => {
  console.error(`  the daemon failed: ${message}`);
  return leave(1);
};
process.on('disconnect', () => leave(0));
// The log of ten minutes is large: it must not stay behind when the benchmark is broken off.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave(0));

const sent = countBytes();
const delay = monitorEventLoopDelay({ resolution: 5 });
const speakers = openSpeakers(request.perSecond);
const settings = settingsFor(request.runs);
const store = openSqliteStore({ folder: join(folder, 'log'), durability: 'normal', mirror: true });
const tracked = seedWorld(store, settings, request.items);
const clock = new SystemClock(lastInstant(store));
const feed = new EntryFeed(store, (message) => console.error(message));
const tracker = new MemoryTracker(tracked);
const names = freshNames();
const nothing = (): void => undefined;
const conductor = new Conductor({
  store,
  ports: {
    ...portsFor({ tracker, clock, reports: 0, onPrepare: nothing, onProved: nothing }),
    agent: () => speakers.agent,
  },
  clock,
  chance: Math.random,
  names,
  only: null,
  evaluate: () => null,
  onEntry: (entry) => feed.publish(entry),
  onFatal: fail,
  onWarning: (message) => console.error(message),
  onRest: nothing,
});
const notHere = async (): Promise<never> => {
  throw new Error('the benchmark does not ask for this');
};
const artifacts = new MemoryArtifactStore(() => clock.now(), names);
const chats = chatsOnDemand(notHere);
const client = clientOf({
  chats,
  conductor,
  store,
  feed,
  clock,
  only: null,
  lasting: true,
  workbench: openWorkbench({
    chats: chats.queries,
    root: folder,
    store,
    git: openGit('bench'),
    clock,
    state: () => conductor.state,
    settings: () => settings,
    request: notHere,
    tracker: async () => tracker,
    artifacts: async () => artifacts,
    note: (note) => conductor.command({ name: 'noted', ...note }),
    examine: notHere,
  }),
  command: (command) => conductor.command(command),
  prepareMelody: notHere,
  stop: () => ({ accepted: false, message: 'It ends with the benchmark.' }),
});

process.on('message', () => {
  say({ kind: 'figures', figures: figures() });
});

try {
  const { url } = await openHttp({
    client,
    artifacts,
    version: '0',
    instance: 'bench',
    host: '127.0.0.1',
    port: 0,
    exact: true,
    token: TOKEN,
    password: null,
    names: [],
    assets: request.assets,
    clock,
    warn: (message) => console.error(message),
  });
  conductor.post({ type: 'started', instance: 'bench', version: '0', pid: process.pid });
  conductor.post({ type: 'settings-loaded', settings });
  conductor.post({ type: 'survivors-cleared', ended: 0 });
  conductor.startTicking();
  delay.enable();
  say({ kind: 'ready', url, token: TOKEN });
} catch (error) {
  fail(failureOf(error).message);
}

/** Since the last time they were asked for, where they are not sums. */
function figures(): DaemonFigures {
  const { user, system } = process.cpuUsage();
  const taken: DaemonFigures = {
    at: performance.now(),
    processorMs: (user + system) / 1000,
    rssMb: process.memoryUsage.rss() / 1024 / 1024,
    entries: conductor.state.seq,
    speaking: speakers.count(),
    backlog: conductor.backlog,
    sentBytes: sent(),
    delayMs: delay.percentile(99) / 1e6,
  };
  delay.reset();
  return taken;
}

/** Everything that leaves through sockets others opened: the page's files, answers and the WebSocket. */
function countBytes(): () => number {
  const open = new Set<Socket>();
  let gone = 0;
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      gone += socket.bytesWritten;
    });
  });
  return () => [...open].reduce((sum, socket) => sum + socket.bytesWritten, gone);
}

function freshNames(): (prefix: string) => string {
  let names = 0;
  return (prefix) => `${prefix}-${++names}`;
}
