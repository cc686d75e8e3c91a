import { type Binding, bindingsIn } from '../model/bindings.ts';
import type { Model } from '../model/model.ts';
import { cut, fit } from '../text/columns.ts';
import type { Room } from './room.ts';

const KEY = 6;
/** A key and its word. */
const SHORT = 19;

/** Every key that works in this view: each with its sentence, or with a word where there is no room for more. */
export function helpRows({ view }: Model, room: Room): string[] {
  const { columns, rows, paint } = room;
  const bindings = bindingsIn(view);
  const whole = bindings.length < rows;
  const table = whole ? grid(bindings, 'about', columns, room) : grid(bindings, 'word', SHORT, room);
  return [paint('strong', cut('Keys; any key goes back', columns)), ...table];
}

/** Filled column by column, as a list is read. */
function grid(
  bindings: readonly Binding[],
  says: 'about' | 'word',
  width: number,
  { columns, paint }: Room,
): string[] {
  const across = Math.max(1, Math.floor((columns + 1) / (width + 1)));
  const high = Math.ceil(bindings.length / across);
  const cell = (binding: Binding) =>
    `${paint('accent', fit(binding.key, KEY))} ${fit(binding[says], width - KEY - 1)}`;
  return Array.from({ length: high }, (_, row) =>
    bindings
      .filter((_binding, at) => at % high === row)
      .map(cell)
      .join(' ')
      .trimEnd(),
  );
}
