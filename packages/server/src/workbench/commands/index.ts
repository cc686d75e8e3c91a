import type { ConductorState } from '@symphony/conductor';
import { type ItemId, PortError, type Settings, type Tracker } from '@symphony/domain';
import { type CommandAnswer, type OperatorCommand, RequestError } from '@symphony/protocol';
import type { LoadRequest } from '../../config/index.ts';
import { workChanges } from './changes.ts';
import { findItem } from './find.ts';

/** What the server does itself: it changes the tracker or a file, and no decision is needed for it. */
export type DeskCommand = Extract<
  OperatorCommand,
  { name: 'add' | 'edit' | 'save-settings' | 'save-melody' }
>;

export const isDeskCommand = (command: OperatorCommand): command is DeskCommand =>
  command.name === 'add' ||
  command.name === 'edit' ||
  command.name === 'save-settings' ||
  command.name === 'save-melody';

export interface DeskParts {
  readonly root: string;
  readonly tracker: () => Promise<Pick<Tracker, 'kind' | 'add' | 'edit'>>;
  /** Null while nothing is known of the configuration. */
  readonly settings: () => Pick<Settings, 'players'> | null;
  readonly request: () => Promise<LoadRequest>;
  readonly state: () => Pick<ConductorState, 'items'>;
  /** Records who asked for what. */
  readonly note: (note: Note) => Promise<CommandAnswer>;
}

interface Note {
  readonly what: string;
  readonly item: ItemId | null;
  readonly by: string;
}

/** Does what was asked for, one after the other, and records it. Rejects with RequestError or PortError. */
export function openDesk(parts: DeskParts): (command: DeskCommand) => Promise<CommandAnswer> {
  let last: Promise<unknown> = Promise.resolve();
  return (command) => {
    const turn = last.then(() => carryOut(parts, command));
    last = turn.catch(() => undefined); // told to whoever asked; the next one has its turn all the same
    return turn;
  };
}

async function carryOut(parts: DeskParts, command: DeskCommand): Promise<CommandAnswer> {
  const done = await perform(parts, command);
  const unnoted = await whyNotNoted(parts, { what: done.what, item: done.item, by: command.by });
  return {
    accepted: true,
    message: unnoted === null ? done.message : `${done.message} Who asked is not recorded: ${unnoted}`,
    ...(done.identifier === undefined ? {} : { item: done.identifier }),
  };
}

interface Done {
  readonly what: string;
  readonly item: ItemId | null;
  readonly identifier?: string;
  readonly message: string;
}

async function perform(parts: DeskParts, command: DeskCommand): Promise<Done> {
  switch (command.name) {
    case 'add': {
      requirePlayer(parts, command.player);
      const tracker = await parts.tracker();
      if (!tracker.add) throw cannot(tracker.kind, 'take new work');
      const { id, identifier } = await tracker.add({ ...workChanges(command), title: command.title });
      return { what: 'add', item: id, identifier, message: `${identifier} is on the board.` };
    }
    case 'edit': {
      requirePlayer(parts, command.player);
      const tracker = await parts.tracker();
      if (!tracker.edit) throw cannot(tracker.kind, 'change work');
      const { id, identifier } = await tracker.edit(idOf(parts, command.id), workChanges(command));
      return { what: 'edit', item: id, identifier, message: `${identifier} is changed.` };
    }
    case 'save-settings': {
      const { saveSettings } = await import('../settings/index.ts');
      await saveSettings(await parts.request(), command.text, command.instead);
      return { what: 'save-settings', item: null, message: 'The configuration is saved.' };
    }
    case 'save-melody': {
      const { saveMelody } = await import('../melodies/index.ts');
      const file = await saveMelody(parts.root, command.melody, command.over);
      return {
        what: `save-melody ${command.melody.name}`,
        item: null,
        message: `The melody is saved in ${file}.`,
      };
    }
  }
}

/** What nobody has seen here yet may still be on the tracker: it says so itself. */
const idOf = ({ state }: DeskParts, id: string): ItemId => findItem(state().items, id) ?? id;

/** What was done is done: that it could not be recorded is said, and changes nothing about it. */
async function whyNotNoted({ note }: DeskParts, noted: Note): Promise<string | null> {
  try {
    const { accepted, message } = await note(noted);
    return accepted ? null : message;
  } catch (error) {
    if (error instanceof PortError || error instanceof RequestError) return error.message;
    throw error;
  }
}

/** A player nobody knows would be passed over in silence later. */
function requirePlayer({ settings }: DeskParts, player: string | null | undefined): void {
  const players = settings()?.players;
  if (!player || !players || Object.hasOwn(players, player)) return;
  throw new RequestError(
    'invalid',
    `There is no player ${player}.`,
    `There are ${Object.keys(players).join(', ')}.`,
  );
}

const cannot = (kind: string, what: string): RequestError =>
  new RequestError(
    'refused',
    `The tracker (${kind}) cannot ${what} from here.`,
    'Do it on the tracker itself.',
  );
