import { openGit } from '@symphony/adapters/git';
import { openReadOnlySqliteStore, openSqliteStore } from '@symphony/adapters/store/sqlite';
import { type Command, decide, explainView, fold, melodyView, replay, statusView } from '@symphony/conductor';
import { PortError, type Store } from '@symphony/domain';
import { type CommandAnswer, type ConductorClient, RequestError } from '@symphony/protocol';
import { chatsOnDemand } from './chat/index.ts';
import { clientOf } from './conductor-client.ts';
import { inWords } from './control/answer-error.ts';
import { EntryFeed } from './entry-feed.ts';
import { lockInstance } from './instance-lock.ts';
import { evaluate } from './melody/expression.ts';
import { lastInstant, SystemClock } from './system-clock.ts';
import { warn } from './warning.ts';
import { openWorkbench } from './workbench/index.ts';
import { furnish, type Workplace } from './workplace.ts';

/** What can be decided without an agent to talk to; it takes effect when a conductor starts. */
const LATER: ReadonlySet<Command['name']> = new Set([
  'retry',
  'approve',
  'kill',
  'drain',
  'melody',
  'mission-start',
  'mission-plan',
  'mission',
  'review',
  'noted',
]);

/**
 * The log of a repository where no conductor runs: everything can be looked at, and the commands
 * that need no living agent are recorded for the next start.
 */
export async function openOffline(workplace: Workplace): Promise<ConductorClient> {
  const store = openLog(workplace);
  const clock = new SystemClock(lastInstant(store));
  const state = replay(store);
  const artifacts = openedLater(async () => (await project()).openProjectArtifacts(workplace));
  const chats = chatsOnDemand(async () =>
    (await import('./chat/offline.ts')).openChatsHere(workplace, artifacts.open),
  );
  const client = clientOf({
    chats,
    conductor: {
      state,
      status: () => statusView(state, clock.now(), null, true),
      explain: (id) => explainView(state, id, clock.now(), null),
      melody: (run) => {
        const found = state.melodies.get(run);
        return found ? melodyView(state, found) : null;
      },
      isIdle: () => true,
    },
    store,
    feed: new EntryFeed(store, warn),
    clock,
    only: null,
    lasting: false,
    workbench: openWorkbench({
      chats: chats.queries,
      root: workplace.root,
      store,
      state: () => state,
      git: openGit(workplace.instance),
      clock,
      artifacts: artifacts.open,
      examine: async () => (await import('./examine.ts')).examine(workplace),
      tracker: async () => (await project()).openBoardOf(workplace),
      settings: () => state.settings,
      request: async () => (await import('./config-request.ts')).configRequest(workplace),
      note: async (note) => record(workplace, { name: 'noted', ...note }),
    }),
    command: async (command) => spoken(() => record(workplace, command)),
    prepareMelody: async (name, given) =>
      (await import('./melody/live-book.ts')).prepareMelody(workplace.root, state.settings, name, given),
    stop: () => ({ accepted: false, message: 'No Symphony runs in this repository.' }),
  });
  return {
    ...client,
    async close() {
      await chats.close();
      (await artifacts.opened())?.close();
      store.close();
    },
  };
}

/** Loaded when it is needed: most commands only look at the log. */
const project = () => import('./project.ts');

/** What may never be asked for, and must be closed if it was. */
function openedLater<T>(make: () => Promise<T>) {
  let opening: Promise<T> | null = null;
  return {
    open: (): Promise<T> => {
      opening ??= make();
      return opening;
    },
    opened: async (): Promise<T | null> => opening?.catch(() => null) ?? null, // told to whoever asked
  };
}

function openLog(workplace: Workplace) {
  try {
    return openReadOnlySqliteStore(workplace.log);
  } catch (error) {
    if (!(error instanceof PortError) || error.failure.code !== 'missing') throw error;
    throw new RequestError(
      'missing',
      'Nothing has been played in this repository yet.',
      'Start with `symphony run`.',
      error,
    );
  }
}

/** Clients hear of failures as of refused requests, whether a conductor runs or not. */
function spoken<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw inWords(error);
  }
}

/** Decides the command on the log as it is. Its effects follow from the state at the next start (C8). */
function record(workplace: Workplace, command: Command): CommandAnswer {
  if (!LATER.has(command.name)) {
    return {
      accepted: false,
      message: `${command.name} needs a running Symphony; start it with \`symphony run\`.`,
    };
  }
  furnish(workplace);
  const lock = lockInstance(workplace);
  try {
    const store = openSqliteStore({ folder: workplace.log, durability: 'normal', mirror: true });
    try {
      return decideOn(store, command);
    } finally {
      store.close();
    }
  } finally {
    lock.release();
  }
}

function decideOn(store: Store, command: Command): CommandAnswer {
  const state = replay(store);
  const { settings } = state;
  if (!settings)
    return { accepted: false, message: 'Nothing has been played here yet; start with `symphony run`.' };
  const now = new SystemClock(lastInstant(store)).now();
  const names = (prefix: string): string => prefix;
  const setting = { state, settings, now, chance: Math.random, names, only: null, evaluate };
  const decision = decide(setting, { type: 'commanded', command });
  for (const entry of store.append(now, decision.events)) fold(state, entry);
  const answer = decision.answer ?? { accepted: true, message: 'Recorded.' };
  return answer.accepted
    ? { ...answer, message: `${answer.message} (At the next \`symphony run\`.)` }
    : answer;
}
