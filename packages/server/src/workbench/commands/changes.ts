import type { Json, WorkChanges } from '@symphony/domain';
import type { OperatorCommand } from '@symphony/protocol';

export type AddCommand = Extract<OperatorCommand, { name: 'add' }>;
export type EditCommand = Extract<OperatorCommand, { name: 'edit' }>;

/** What a person said about an item, as a tracker takes it. */
export function workChanges(command: AddCommand | EditCommand): WorkChanges {
  const { title, description, labels, priority, blockedBy } = command;
  const fields = fieldsOf(command);
  return {
    title,
    description,
    labels,
    priority,
    blockedBy,
    ...('state' in command ? { state: command.state } : {}),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

/** Null takes a field away; of new work there is nothing to take away. */
function fieldsOf(command: AddCommand | EditCommand): Record<string, Json> {
  const given: Record<string, Json | undefined> = {
    player: command.player,
    rank: command.name === 'edit' ? command.rank : undefined,
  };
  const fields: Record<string, Json> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || (value === null && command.name === 'add')) continue;
    fields[key] = value;
  }
  return fields;
}
