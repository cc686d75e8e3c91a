import type { Command, Conductor, MelodyAct } from '@symphony/conductor';
import type { Clock, EntryFilter, ItemId, Melody, Store, Values } from '@symphony/domain';
import {
  type CommandAnswer,
  type ConductorClient,
  type OperatorCommand,
  RequestError,
} from '@symphony/protocol';
import { verdictIn } from './chat/inbox.ts';
import { type ChatCommand, type Chats, type ChatWork, isChatCommand, isChatWork } from './chat/index.ts';
import { inWords } from './control/answer-error.ts';
import type { EntryFeed } from './entry-feed.ts';
import type { Terminals } from './terminal/index.ts';
import { findItem, findRun } from './workbench/commands/find.ts';
import { type MissionCommand, missionCommand } from './workbench/commands/missions.ts';
import { type DeskCommand, isDeskCommand, type Workbench } from './workbench/index.ts';
import { boardSight, boardStream, entryPages } from './workbench/streams/index.ts';

export { findItem };

export interface ClientParts {
  readonly conductor: Pick<Conductor, 'state' | 'status' | 'explain' | 'melody' | 'isIdle'>;
  readonly store: Store;
  readonly feed: EntryFeed;
  readonly clock: Clock;
  /** Only this item is played, so only it is on the board. */
  readonly only: ItemId | null;
  /** False: nobody goes on writing the log, so what follows it ends at its end. */
  readonly lasting: boolean;
  readonly workbench: Workbench;
  readonly chats: Chats;
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
  const { conductor, store, feed, clock, lasting, workbench, chats } = parts;
  const asking = () => chats.asking();
  const sight = boardSight({ ...parts, asking });
  const find = (id: string): string => {
    const known = findItem(conductor.state.items, id);
    if (known !== null) return known;
    throw new RequestError('missing', `There is no item ${id}.`, '`symphony status` lists them.');
  };
  const found = (filter: EntryFilter | undefined): EntryFilter | undefined =>
    filter?.item === undefined ? filter : { ...filter, item: find(filter.item) };
  const client: ConductorClient = {
    status: async () => {
      const view = conductor.status();
      return { ...view, inbox: [...view.inbox, ...asking()] };
    },
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
    events: async (after, limit, filter) => store.read(after, limit, found(filter)),
    search: async (words, limit) => store.search(words, limit),
    follow: (after, hear) => feed.follow(after, hear),
    ask: async (query, params) => workbench.handlers[query](params).catch(rethrow),
    board: () => boardStream({ sight, feed, clock, lasting }),
    entries: (after, filter) =>
      entryPages({ store, feed, clock, after, filter: () => found(filter), lasting }),
    chat: (id, after) => chats.follow(id, after),
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
      if (isChatCommand(command)) return chats.command(command as ChatCommand).catch(rethrow);
      if (isChatWork(command)) return client.command(await chats.workOf(command as ChatWork).catch(rethrow));
      if (isDeskCommand(command)) return workbench.command(command).catch(rethrow);
      if (command.name === 'melody-run') {
        const { melody: name, parameters: given, ...rest } = command;
        return parts.command({ ...rest, ...(await parts.prepareMelody(name, given)) });
      }
      const onMission = missionCommand(command, conductor.state);
      if (onMission) return parts.command(onMission);
      if (command.name === 'answer' && isChat(command.id, conductor.state))
        return chats.command(answerInChat(command)).catch(rethrow);
      const onMelody = melodyCommand(command, conductor.state.melodies);
      return parts.command(onMelody ?? toCommand(command as ItemCommand, find));
    },
    close: async () => undefined,
  };
  return client;
}

const rethrow = (error: unknown): never => {
  throw inWords(error);
};

/** Chats are in the inbox beside the items, one of which may be called like a chat. */
const isChat = (id: string, { items }: Conductor['state']): boolean =>
  id.startsWith('chat-') && findItem(items, id) === null;

function answerInChat({ id, question, text, by }: Extract<OperatorCommand, { name: 'answer' }>): ChatCommand {
  return { name: 'chat-answer', chat: id, question, verdict: verdictIn(text), by };
}

/** What is asked of a run of a melody; null for everything else. */
function melodyCommand(command: OperatorCommand, melodies: Conductor['state']['melodies']): Command | null {
  const asked = actOf(command);
  return asked && { name: 'melody', run: findRun(melodies, asked.run), act: asked.act, by: command.by };
}

/** An answer may be meant for a gate: gates are asked about by the run they are in. */
function actOf(command: OperatorCommand): { readonly run: string; readonly act: MelodyAct } | null {
  switch (command.name) {
    case 'melody-pause':
      return { run: command.run, act: { kind: 'pause' } };
    case 'melody-resume':
      return { run: command.run, act: { kind: 'resume' } };
    case 'melody-cancel':
      return { run: command.run, act: { kind: 'cancel' } };
    case 'melody-step':
      return { run: command.run, act: { kind: 'step' } };
    case 'melody-breakpoints':
      return { run: command.run, act: { kind: 'breakpoints', nodes: command.nodes } };
    case 'melody-skip':
      return { run: command.run, act: { kind: 'skip', node: command.node } };
    case 'melody-retry':
      return { run: command.run, act: { kind: 'retry', node: command.node } };
    case 'answer':
      if (!command.id.startsWith('melody-')) return null;
      return { run: command.id, act: { kind: 'answer', node: command.question, text: command.text } };
    default:
      return null;
  }
}

type ItemCommand = Exclude<
  OperatorCommand,
  | DeskCommand
  | MissionCommand
  | ChatCommand
  | ChatWork
  | { name: 'stop' }
  | { readonly name: `melody-${string}` }
>;

export function toCommand(command: ItemCommand, find: (id: string) => string): Command {
  if (command.name === 'drain' || command.name === 'refresh') return command;
  const { id, ...rest } = command;
  return { ...rest, item: find(id) } as Command;
}
