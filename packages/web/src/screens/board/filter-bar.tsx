import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { allItems, columnsAtom, restAtom } from '../../live/board-atoms.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Select, TextInput } from '../../ui/field.tsx';
import { type BoardFilter, isNarrowed, labelsOf } from './filter.ts';

interface FilterBarProps {
  readonly filter: BoardFilter;
  onChange(filter: BoardFilter): void;
}

const MOST_LABELS = 100;
const NOTHING: BoardFilter = { text: '', label: '', player: '', mine: false };

/** Narrows the board. What is chosen stands in the address. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const columns = useAtomValue(columnsAtom);
  const players = useAtomValue(restAtom)?.players ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels are counted again when items came or went.
  const labels = useMemo(() => labelsOf(allItems().values(), MOST_LABELS), [columns]);
  const set = (part: Partial<BoardFilter>) => onChange({ ...filter, ...part });
  return (
    <search className="flex flex-wrap items-center gap-2">
      <TextInput
        type="search"
        aria-label="Filter by text"
        placeholder="Filter…"
        className="!w-28 sm:!w-36 lg:!w-48"
        value={filter.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <Choice
        name="Any label"
        values={labels}
        value={filter.label}
        onChange={(label) => set({ label })}
        label="Filter by label"
      />
      <Choice
        name="Any player"
        values={players.map(({ name }) => name)}
        value={filter.player}
        onChange={(player) => set({ player })}
        label="Filter by player"
      />
      <Button
        aria-pressed={filter.mine}
        look={filter.mine ? 'primary' : 'plain'}
        onClick={() => set({ mine: !filter.mine })}
      >
        Mine to do
      </Button>
      {isNarrowed(filter) && (
        <Button look="quiet" onClick={() => onChange(NOTHING)}>
          Clear
        </Button>
      )}
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** What stands there while nothing is chosen. */
  readonly name: string;
  readonly values: readonly string[];
  readonly value: string;
  onChange(value: string): void;
}

function Choice({ label, name, values, value, onChange }: ChoiceProps) {
  if (values.length === 0 && value === '') return null;
  // What the address names stays choosable, also when nothing has it any more.
  const all = value === '' || values.includes(value) ? values : [value, ...values];
  return (
    <Select
      aria-label={label}
      // A phone has room for the text alone; what is chosen already must be seen all the same.
      className={classes('!w-34', value === '' && 'max-sm:hidden')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{name}</option>
      {all.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </Select>
  );
}
