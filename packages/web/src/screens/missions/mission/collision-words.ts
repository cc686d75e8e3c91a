import type { Collision, ItemId } from '@symphony/domain';
import { counted } from '@symphony/protocol/words';

/** What a chamber is told about those that touch its files. */
export const collisionWords = (
  radar: readonly Collision[],
  item: ItemId,
): readonly { readonly words: string; readonly sure: boolean }[] =>
  radar
    .filter(({ a, b }) => a === item || b === item)
    .map(({ a, b, files, sure, first }) => {
      const other = a === item ? b : a;
      const what = sure ? `conflicts with ${other}` : `is near ${other}`;
      const order = first === item ? 'and goes first' : `and ${other} goes first`;
      return { sure, words: `It ${what} in ${counted(files.length, 'file')}, ${order}.` };
    });
