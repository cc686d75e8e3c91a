import type { Command, Conductor } from '@symphony/conductor';
import { type EntryFilter, type Melody, normaliseName, type Store, type Values } from '@symphony/domain';
import {
  type CommandAnswer,
  type ConductorClient,
  type OperatorCommand,
  RequestError,
} from '@symphony/protocol';
import type { EntryFeed } from './entry-feed.ts';
import type { Terminals } from './terminal/index.ts';

export interface ClientParts {
  readonly conductor: Pick<Conductor, 'state' | 'status' | 'explain' | 'melody'>;
  readonly store: Store;
  readonly feed: EntryFeed;
  /** Where taken-over agents play; absent where none can. */
  readonly terminals?: Terminals;
  command(command: Command): Promise<CommandAnswer>;
  /** The melody of that name with its parameters checked. Rejects with RequestError. */
  prepareMelody(
    name: string,
    given: Values,
  ): Promise<{ readonly melody: Melody; readonly parameters: Values }>;
  /** Asked for by the `stop` command. */
  stop(): CommandAnswer;
}

/** The conductor as its clients see it, inside its own process. The control socket serves the same. */
export function clientOf(parts: ClientParts): ConductorClient {
  const { conductor, store, feed } = parts;
  const find = (id: string): string => {
    const known = findItem(conductor.state.items, id);
    if (known !== null) return known;
    throw new RequestError('missing', `There is no item ${id}.`, '`symphony status` lists them.');
  };
  return {
    status: async () => conductor.status(),
    async explain(id) {
      const view = conductor.explain(find(id));
      if (view) return view;
      throw new RequestError(
        'unavailable',
        'Symphony has no configuration yet.',
        'Start it with `symphony run`.',
      );
    },
    melody: async (id) => {
      const view = conductor.melody(findRun(conductor.state.melodies, id));
      if (view) return view;
      throw new RequestError('missing', `There is no run ${id}.`, '`symphony melody status` lists them.');
    },
    events: async (after, limit, filter) =>
      store.read(after, limit, filter && { ...filter, ...itemFilter(filter, find) }),
    search: async (words, limit) => store.search(words, limit),
    follow: (after, hear) => feed.follow(after, hear),
    async terminal(id, request) {
      const item = find(id);
      if (parts.terminals) return parts.terminals.view(item, request);
      throw new RequestError(
        'unavailable',
        'No conductor runs here, so there is no terminal to look at.',
        'Start one with `symphony run`.',
      );
    },
    command: async (command) => {
      if (command.name === 'stop') return parts.stop();
      if (command.name === 'melody-run') {
        const { melody, parameters } = await parts.prepareMelody(command.melody, command.parameters);
        return parts.command({ name: 'melody-run', melody, parameters, by: command.by });
      }
      const { melodies } = conductor.state;
      const onMelody = melodyCommand(command, melodies);
      return parts.command(onMelody ?? toCommand(command as ItemCommand, find));
    },
    close: async () => undefined,
  };
}

/** By id, or by identifier in any case. */
export function findItem(items: Conductor['state']['items'], id: string): string | null {
  if (items.has(id)) return id;
  const wanted = normaliseName(id);
  for (const [key, item] of items) if (normaliseName(item.tracked.identifier) === wanted) return key;
  return null;
}

/** By id, or by a beginning of it that only one run has. */
export function findRun(melodies: Conductor['state']['melodies'], id: string): string {
  if (melodies.has(id)) return id;
  const wanted = id.startsWith('melody-') ? id : `melody-${id}`;
  const found = [...melodies.keys()].filter((key) => key.startsWith(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new RequestError(
    'missing',
    found.length === 0 ? `There is no run ${id}.` : `${id} may be ${found.length} runs.`,
    '`symphony melody status` lists them.',
  );
}

/** What is asked of a run of a melody; null for everything else. An answer may be meant for a gate. */
function melodyCommand(
  command: Exclude<OperatorCommand, { name: 'stop' | 'melody-run' }>,
  melodies: Conductor['state']['melodies'],
): Command | null {
  switch (command.name) {
    case 'melody-pause':
    case 'melody-resume':
    case 'melody-cancel': {
      const kind = command.name.slice('melody-'.length) as 'pause' | 'resume' | 'cancel';
      return { name: 'melody', run: findRun(melodies, command.run), act: { kind }, by: command.by };
    }
    case 'melody-skip':
    case 'melody-retry': {
      const kind = command.name === 'melody-skip' ? 'skip' : 'retry';
      const act = { kind, node: command.node } as const;
      return { name: 'melody', run: findRun(melodies, command.run), act, by: command.by };
    }
    case 'answer': {
      if (!command.id.startsWith('melody-')) return null;
      const act = { kind: 'answer', node: command.question, text: command.text } as const;
      return { name: 'melody', run: findRun(melodies, command.id), act, by: command.by };
    }
    default:
      return null;
  }
}

const itemFilter = (filter: EntryFilter, find: (id: string) => string): EntryFilter =>
  filter.item === undefined ? {} : { item: find(filter.item) };

type ItemCommand = Exclude<OperatorCommand, { name: 'stop' | `melody-${string}` }>;

export function toCommand(command: ItemCommand, find: (id: string) => string): Command {
  if (command.name === 'drain' || command.name === 'refresh') return command;
  const { id, ...rest } = command;
  return { ...rest, item: find(id) } as Command;
}
