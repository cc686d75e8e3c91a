import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';
import { type ArtifactStore, type Clock, failureOf, type RuntimeView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import type { LoadedConfig } from '../config/index.ts';
import { freshNames } from '../fresh-names.ts';
import { redactor, secretsOf } from '../hosting/index.ts';
import type { Workplace } from '../workplace.ts';
import { type Ensemble, openEnsemble } from './ensemble.ts';
import { historyOf } from './history.ts';
import { ChatHost } from './host.ts';
import type { Chats } from './index.ts';
import { asksFor } from './questions.ts';
import { ChatShelf } from './shelf.ts';
import { statsOf } from './stats.ts';
import { stopping } from './stopping.ts';
import { runtimeFile, timerViews } from './timers.ts';
import { cleanCabinet, toldJournal } from './told-journal.ts';

export interface ChatSetting {
  readonly workplace: Workplace;
  /** As it is now: a change counts from the next request on. */
  readonly config: () => LoadedConfig;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  /** Puts away what is too long to say; answers by which id it is found. */
  readonly keep?: (name: string, text: string) => Promise<string>;
  readonly warn: (message: string) => void;
}

/** Long texts are artifacts like everything else that is kept. */
export const keepingIn =
  (artifacts: Pick<ArtifactStore, 'store'>) =>
  async (name: string, text: string): Promise<string> =>
    (await artifacts.store({ name, type: 'transcript' }, text)).id;

const MOST_CHATS = 100;

/** Opens the chats of a repository with everything they are played with. Throws PortError. */
export async function openChats(setting: ChatSetting): Promise<Chats> {
  const { clock, warn } = setting;
  const store = openRuntimeStore(runtimeFile(setting.workplace));
  const redact = redacting(setting);
  const journal = toldJournal(
    store.journal,
    (value) => redact()(value),
    (session, event) => host.recorded(session, event),
  );
  const cabinet = cleanCabinet(store.cabinet, (value) => redact()(value));
  const shelf = new ChatShelf(journal, cabinet, () => clock.now());
  const ensembles = new Ensembles((config) =>
    openEnsemble({
      ...setting,
      loaded: config,
      journal,
      cabinet,
      names: freshNames,
      redact: (text) => redact()(text),
      permit: (tool, input, context) => host.permit(tool, input, context),
    }),
  );
  const host = new ChatHost({
    journal,
    shelf,
    clock,
    names: freshNames,
    redact: (text) => redact()(text),
    warn,
    async ready() {
      const { trouble } = await ensembles.of(setting.config());
      if (trouble) throw new RequestError('missing', trouble.message, trouble.nextStep);
    },
    async play({ session, after, text, files }, signal, hear) {
      const ensemble = await ensembles.of(setting.config());
      const history = after === null ? [] : historyOf(host.view(session.slice(0, session.indexOf('.'))));
      await ensemble.play({
        task: text,
        session,
        ...(after === null ? {} : { after }),
        attached: files,
        history,
        signal,
        onEvent: hear,
      });
    },
  });
  return {
    queries: {
      chats: async ({ limit = MOST_CHATS }) => host.heads(limit),
      chat: async ({ id }) => host.view(id),
      'chat-export': async ({ id }) => host.export(id),
      runtime: async () => ({
        ...(await sightOf(ensembles, setting)),
        timers: timerViews(store.cabinet, clock.now()),
      }),
      'runtime-stats': async (given) => statsOf(journal, given, clock.now()),
    },
    command: (command) => host.command(command),
    workOf: async (command) => host.workOf(command),
    follow: (id, after) => host.follow(id, after),
    asking: () => host.asking(),
    async close() {
      await host.close();
      await ensembles.close();
      try {
        store.close();
      } catch (error) {
        warn(`What was said in chats could not be written down: ${failureOf(error).message}`);
      }
    },
  };
}

async function sightOf(ensembles: Ensembles, { config }: ChatSetting): Promise<Omit<RuntimeView, 'timers'>> {
  const { models, trouble, tools, roles } = await ensembles.of(config());
  return {
    trouble,
    models: (['weak', 'default', 'strong'] as const).map((tier) => ({
      tier,
      model: models?.describe(tier) ?? null,
    })),
    tools: tools.names().flatMap((name) => {
      const tool = tools.get(name);
      if (!tool) return [];
      const { description, permissions = [] } = tool;
      return [{ name, description, permissions, asks: asksFor(tool) }];
    }),
    roles: roles.map(({ name, description }) => ({ name, description })),
  };
}

/** One for each configuration: made anew when that changes, closed when nobody plays with it any more. */
class Ensembles {
  readonly #open: (config: LoadedConfig) => Promise<Ensemble>;
  #current: { readonly config: LoadedConfig; readonly made: Promise<Ensemble> } | null = null;
  readonly #former = new Set<Promise<unknown>>();
  #closed = false;

  constructor(open: (config: LoadedConfig) => Promise<Ensemble>) {
    this.#open = open;
  }

  /** Rejects with RequestError once it is closed. */
  of(config: LoadedConfig): Promise<Ensemble> {
    if (this.#closed) return Promise.reject(stopping());
    if (this.#current?.config === config) return this.#current.made;
    this.#retire();
    const made = this.#open(config);
    this.#current = { config, made };
    made.catch(() => {
      if (this.#current?.made === made) this.#current = null; // the next one tries again
    });
    return made;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#retire();
    await Promise.all(this.#former);
  }

  #retire(): void {
    const made = this.#current?.made;
    this.#current = null;
    if (!made) return;
    const ending: Promise<unknown> = made
      .then((each) => each.close())
      .catch(() => undefined) // it never opened: that was told to whoever asked for it
      .finally(() => this.#former.delete(ending));
    this.#former.add(ending);
  }
}

/** Made anew only when the configuration is. */
function redacting({ config, env }: ChatSetting) {
  let of = config();
  let redact = redactor(secretsOf(of, [], env));
  return () => {
    if (of !== config()) {
      of = config();
      redact = redactor(secretsOf(of, [], env));
    }
    return redact;
  };
}
