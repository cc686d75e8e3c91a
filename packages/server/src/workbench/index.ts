import type { Git } from '@symphony/adapters/git';
import type { ConductorState } from '@symphony/conductor';
import type { ArtifactStore, Clock, FindingView, Store } from '@symphony/domain';
import type { CommandAnswer } from '@symphony/protocol';
import type { ChatQueries } from '../chat/index.ts';
import { type DeskCommand, type DeskParts, openDesk } from './commands/index.ts';
import { checkWritten, missionOf } from './missions/index.ts';
import type { Handlers } from './queries/index.ts';
import { rememberedFindings } from './settings/doctor.ts';

export { type DeskCommand, isDeskCommand } from './commands/index.ts';

/** What a face asks besides the status, and what it may change besides what the conductor decides. */
export interface Workbench {
  readonly handlers: Handlers;
  /** Rejects with RequestError or PortError. */
  command(command: DeskCommand): Promise<CommandAnswer>;
}

export interface WorkbenchParts extends DeskParts {
  readonly store: Store;
  readonly state: () => ConductorState;
  readonly git: Git;
  readonly clock: Clock;
  /** Opened when they are first asked for. */
  readonly artifacts: () => Promise<ArtifactStore>;
  readonly chats: ChatQueries;
  /** Everything Symphony needs here, looked at. */
  readonly examine: () => Promise<readonly FindingView[]>;
}

/** Nothing is read, opened or loaded before it is asked for. */
export function openWorkbench(parts: WorkbenchParts): Workbench {
  const { root, request } = parts;
  const handlers: Handlers = {
    ...lookedUp(parts),
    ...parts.chats,
    mission: async ({ id }) => missionOf(parts.state(), id),
    'check-mission': async ({ text }) => checkWritten(text),
    settings: async () => (await settings()).settingsView(await request()),
    'check-settings': async ({ text }) => (await settings()).checkSettings(await request(), text),
    doctor: rememberedFindings(parts.examine, parts.clock),
    melodies: async () => (await melodies()).melodyShelf(root),
    'melody-source': async ({ name }) => (await melodies()).melodySource(root, name),
    'check-melody': async (given) => {
      const { problems, text } = (await melodies()).checkGiven(given);
      return { problems, text };
    },
  };
  return { handlers, command: openDesk(parts) };
}

/** Schemas, YAML and templates: most of what a command that only looks would load. */
const settings = () => import('./settings/index.ts');
const melodies = () => import('./melodies/index.ts');

type LookedUp = ReturnType<typeof import('./queries/index.ts')['openQueries']>;

/** What is made from the log, the repository and the artifacts: loaded with the first question. */
function lookedUp({ store, state, git, root, clock, artifacts }: WorkbenchParts): LookedUp {
  let opening: Promise<LookedUp> | null = null;
  const open = async (): Promise<LookedUp> => {
    const { openQueries } = await import('./queries/index.ts');
    return openQueries({ store, state, git, root, artifacts: await artifacts(), now: () => clock.now() });
  };
  const opened = (): Promise<LookedUp> => {
    opening ??= open().catch((error: unknown) => {
      opening = null; // what kept it from opening may be mended: the next question tries again
      throw error;
    });
    return opening;
  };
  return {
    item: async (params) => (await opened()).item(params),
    changes: async (params) => (await opened()).changes(params),
    patch: async (params) => (await opened()).patch(params),
    artifacts: async (params) => (await opened()).artifacts(params),
    artifact: async (params) => (await opened()).artifact(params),
    lineage: async (params) => (await opened()).lineage(params),
    stats: async (params) => (await opened()).stats(params),
    replay: async (params) => (await opened()).replay(params),
    timeline: async (params) => (await opened()).timeline(params),
  };
}
