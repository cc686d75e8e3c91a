import type { Command, Conductor } from '@symphony/conductor';
import { type EntryFilter, normaliseName, type Store } from '@symphony/domain';
import {
  type CommandAnswer,
  type ConductorClient,
  type OperatorCommand,
  RequestError,
} from '@symphony/protocol';
import type { EntryFeed } from './entry-feed.ts';

export interface ClientParts {
  readonly conductor: Pick<Conductor, 'state' | 'status' | 'explain'>;
  readonly store: Store;
  readonly feed: EntryFeed;
  command(command: Command): Promise<CommandAnswer>;
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
    events: async (after, limit, filter) =>
      store.read(after, limit, filter && { ...filter, ...itemFilter(filter, find) }),
    search: async (words, limit) => store.search(words, limit),
    follow: (after, hear) => feed.follow(after, hear),
    command: async (command) => {
      if (command.name === 'stop') return parts.stop();
      return parts.command(toCommand(command, find));
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

const itemFilter = (filter: EntryFilter, find: (id: string) => string): EntryFilter =>
  filter.item === undefined ? {} : { item: find(filter.item) };

export function toCommand(
  command: Exclude<OperatorCommand, { name: 'stop' }>,
  find: (id: string) => string,
): Command {
  if (command.name === 'drain' || command.name === 'refresh') return command;
  const { id, ...rest } = command;
  return { ...rest, item: find(id) } as Command;
}
