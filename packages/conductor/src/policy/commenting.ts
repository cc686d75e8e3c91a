import type { ItemId, Standing } from '@symphony/domain';
import type { ConductorState } from '../state.ts';

/**
 * Who may command by a comment: people with write access. A tracker that can be asked has the last word; one that
 * cannot is taken by what came with the comment. `asked` is null where there is nobody to ask.
 */
export function mayCommand(standing: Standing, asked: boolean | null): boolean {
  if (standing === 'machine') return false;
  if (standing === 'writer') return true;
  return asked ?? standing === 'member';
}

/** What its author is told, in one line: none of it can be taken for a command in its turn. */
export const replyTo = (accepted: boolean, message: string): string =>
  `${accepted ? 'Done' : 'Not done'}: ${message.replaceAll(/\s+/g, ' ').trim()}`;

/** The item a comment belongs to, by any of its names: its own, or those of what was handed off for it. */
export function commentedItem(items: ConductorState['items'], names: readonly string[]): ItemId | null {
  const direct = names.find((name) => items.has(name));
  if (direct !== undefined) return direct;
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  for (const [id, { tracked, handoff }] of items)
    for (const name of [id, tracked.identifier, tracked.url, handoff?.ref])
      if (name && wanted.has(name.toLowerCase())) return id;
  return null;
}
